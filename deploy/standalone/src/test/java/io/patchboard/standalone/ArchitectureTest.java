package io.patchboard.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What may know what. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.patchboard.standalone", "io.patchboard.examples");

    @Test
    void packages_withoutCycles() {
        slices().matching("io.patchboard.standalone.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void kafkasServer_knownToTheBrokerPackageAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.patchboard.standalone.broker")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("kafka.server..")
                .check(CLASSES);
    }

    @Test
    void examples_withoutKafka() {
        noClasses()
                .that()
                .resideInAPackage("io.patchboard.examples..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(CLASSES);
    }
}
