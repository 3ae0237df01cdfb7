package com.couponengine.core.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CoreArchitectureTest extends ModuleArchitectureContract {

    CoreArchitectureTest() {
        super("com.couponengine.core", List.of());
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
