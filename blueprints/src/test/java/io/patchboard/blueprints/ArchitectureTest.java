package io.patchboard.blueprints;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What helps to write blueprints knows the kernel's core, and nothing of how it is run. */
class ArchitectureTest {

    private static final JavaClasses BLUEPRINTS = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.patchboard.blueprints");

    @Test
    void packages_dependOneWay() {
        slices().matching("io.patchboard.blueprints.(*)..")
                .should()
                .beFreeOfCycles()
                .check(BLUEPRINTS);
    }

    @Test
    void module_knowsNeitherKafkaNorTheKernelsShell() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.kafka..",
                        "org.slf4j..",
                        "io.patchboard.kernel.stream..",
                        "io.patchboard.kernel.app..",
                        "io.patchboard.kernel.decide..")
                .check(BLUEPRINTS);
    }
}
