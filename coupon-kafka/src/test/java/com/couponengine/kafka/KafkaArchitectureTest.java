package com.couponengine.kafka;

import com.couponengine.core.architecture.ModuleArchitectureContract;
import java.util.List;

final class KafkaArchitectureTest extends ModuleArchitectureContract {

    KafkaArchitectureTest() {
        super(
                "com.couponengine.kafka",
                List.of("com.couponengine.core..", "org.apache.kafka..", "com.fasterxml.jackson.core.."));
    }
}
