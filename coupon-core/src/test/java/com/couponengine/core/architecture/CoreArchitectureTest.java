package com.couponengine.core.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.couponengine.core.metrics.CouponMetrics;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CoreArchitectureTest extends ModuleArchitectureContract {

    CoreArchitectureTest() {
        super("com.couponengine.core", List.of("io.micrometer.core.instrument.."));
    }

    @Test
    void onlyTheBinderKnowsMicrometer() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(CouponMetrics.class)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..")
                .check(mainClasses());
    }

    @Test
    void nothingInCoreLoadsTheBinder() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(CouponMetrics.class)
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(CouponMetrics.class)
                .check(mainClasses());
    }

    @Test
    void coreKnowsNoSql() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..")
                .check(mainClasses());
    }
}
