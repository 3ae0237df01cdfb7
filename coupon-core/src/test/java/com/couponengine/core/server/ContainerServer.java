package com.couponengine.core.server;

import com.github.dockerjava.api.DockerClient;
import java.util.List;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/** A server in a container, with the same host port after a restart. */
public final class ContainerServer implements ServerControl {
    private final GenericContainer<?> container;
    private final int port;

    private ContainerServer(GenericContainer<?> container, int port) {
        this.container = container;
        this.port = port;
    }

    /** Starts a container that gets any free port; see the other one. */
    public static ContainerServer start(
            String image, int innerPort, Map<String, String> environment, List<String> command)
            throws ServerUnavailableException {
        return start(image, innerPort, FreePorts.next(), environment, command);
    }

    /**
     * Starts a container; the server in it may not answer yet.
     *
     * @param image the image, {@code name:tag}
     * @param innerPort the port inside the container
     * @param port the port at which the container engine publishes it
     * @param environment the environment inside the container
     * @param command the command, empty for the image's own
     * @throws ServerUnavailableException when there is no container engine
     */
    public static ContainerServer start(
            String image, int innerPort, int port, Map<String, String> environment, List<String> command)
            throws ServerUnavailableException {
        requireEngine();
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image));
        container.withEnv(environment);
        container.withExposedPorts(innerPort);
        container.setPortBindings(List.of(port + ":" + innerPort));
        container.waitingFor(new CallerWaits());
        if (!command.isEmpty()) {
            container.withCommand(command.toArray(new String[0]));
        }
        container.start();
        return new ContainerServer(container, port);
    }

    /**
     * Where the container engine publishes the ports of all its containers.
     *
     * @throws ServerUnavailableException when there is no container engine
     */
    public static String engineHost() throws ServerUnavailableException {
        requireEngine();
        return DockerClientFactory.instance().dockerHostIpAddress();
    }

    private static void requireEngine() throws ServerUnavailableException {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new ServerUnavailableException("no container engine answers");
        }
    }

    /** Nothing is asked of the image, not even a shell: who starts the container asks its server. */
    private static final class CallerWaits extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {
            // The caller awaits an answer of the server itself.
        }
    }

    /** The address at which the container engine publishes the port. */
    public String host() {
        return container.getHost();
    }

    /** The published port. */
    public int port() {
        return port;
    }

    @Override
    public void killNine() {
        if (isAlive()) {
            engine().killContainerCmd(id()).withSignal("KILL").exec();
            engine().waitContainerCmd(id()).start().awaitStatusCode();
        }
    }

    @Override
    public void restart() {
        engine().startContainerCmd(id()).exec();
    }

    @Override
    public void pause() {
        engine().pauseContainerCmd(id()).exec();
    }

    @Override
    public void resume() {
        engine().unpauseContainerCmd(id()).exec();
    }

    @Override
    public boolean isAlive() {
        return Boolean.TRUE.equals(
                engine().inspectContainerCmd(id()).exec().getState().getRunning());
    }

    @Override
    public String lastWords() {
        return "its log:\n" + container.getLogs();
    }

    @Override
    public String toString() {
        return "the container of " + container.getDockerImageName();
    }

    @Override
    public void close() {
        container.close();
    }

    private DockerClient engine() {
        return container.getDockerClient();
    }

    private String id() {
        return container.getContainerId();
    }
}
