package io.patchboard.workflow;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Workflows know the kernel's core, and nothing of how it is run. */
class ArchitectureTest {

    private static final JavaClasses WORKFLOW = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.patchboard.workflow");

    @Test
    void packages_dependOneWay() {
        slices().matching("io.patchboard.workflow.(*)..")
                .should()
                .beFreeOfCycles()
                .check(WORKFLOW);
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
                .check(WORKFLOW);
    }
}
