package com.couponengine.core.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the main code of one module may depend on. A module's test names its package and what it may know. */
public abstract class ModuleArchitectureContract {

    private final String modulePackage;
    private final String[] allowedPackages;

    /**
     * Describes one module.
     *
     * @param modulePackage the root package, for example {@code com.couponengine.redis}
     * @param knownPackages package patterns that its main code may use beside the JDK, slf4j, jspecify and its own
     */
    protected ModuleArchitectureContract(String modulePackage, List<String> knownPackages) {
        this.modulePackage = modulePackage;
        this.allowedPackages = Stream.concat(
                        Stream.of(modulePackage + "..", "java..", "org.slf4j..", "org.jspecify.."),
                        knownPackages.stream())
                .toArray(String[]::new);
    }

    /** The module's own classes, without its tests. */
    protected final JavaClasses mainClasses() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .withImportOption(new ImportOption.DoNotIncludeJars())
                .importPackages(modulePackage);
    }

    @Test
    final void mainCodeUsesOnlyWhatTheModuleMayKnow() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(allowedPackages))
                .check(mainClasses());
    }

    @Test
    final void internalsOfOtherModulesAreLeftAlone() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("com.couponengine..internal..")
                        .and(not(resideInAPackage(modulePackage + ".."))))
                .check(mainClasses());
    }
}
