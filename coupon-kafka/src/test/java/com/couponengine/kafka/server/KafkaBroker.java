package com.couponengine.kafka.server;

import kafka.Kafka;
import kafka.tools.StorageTool;

/** The program of the broker's own JVM: formats the storage unless that was done before, then runs Kafka's own main. */
final class KafkaBroker {
    private static final String CLUSTER_ID = "Y291cG9uLXRlc3Qta2Fma2";

    private KafkaBroker() {}

    public static void main(String[] args) {
        String settings = args[0];
        int failed = StorageTool.execute(
                new String[] {"format", "--config", settings, "--cluster-id", CLUSTER_ID, "--ignore-formatted"},
                System.out);
        if (failed != 0) {
            System.exit(failed);
        }
        Kafka.main(new String[] {settings});
    }
}
