package com.couponengine.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.couponengine.core.CouponEngine;
import com.couponengine.core.grab.GrabStatus;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** A host without Micrometer gets the same engine, and its figures. */
class WithoutMicrometerTest {

    /** What the host does; in a world of its own. */
    public static final class Host implements Callable<Long> {
        @Override
        public Long call() {
            try (EngineInMemory host = new EngineInMemory()) {
                host.engine.grab(1, host.published(EngineInMemory.spec()), "r");
                return host.engine.figures().grabs(GrabStatus.GRANTED);
            }
        }
    }

    @Test
    void anEngineWorksAndCounts() throws Exception {
        URL[] brought = Stream.of(CouponEngine.class, Host.class, Logger.class, Nullable.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        try (URLClassLoader world = new URLClassLoader(brought, ClassLoader.getPlatformClassLoader())) {
            assertThatThrownBy(() -> world.loadClass("io.micrometer.core.instrument.MeterRegistry"))
                    .isInstanceOf(ClassNotFoundException.class);
            Callable<?> host = (Callable<?>)
                    world.loadClass(Host.class.getName()).getConstructor().newInstance();
            assertThat(host.call()).isEqualTo(1L);
        }
    }
}
