package io.patchboard.faults;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who judges the kernel must not be made of it. */
class ArchitectureTest {

    private static final String[] THE_KERNELS_OWN = {
        "io.patchboard.kernel..", "io.patchboard.json..", "io.patchboard.encoding..", "com.networknt.."
    };

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.patchboard.faults");

    @Test
    void oracle_withoutTheKernel() {
        noClasses()
                .that()
                .resideInAnyPackage("io.patchboard.faults.oracle", "io.patchboard.faults.tree")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(THE_KERNELS_OWN)
                .check(CLASSES);
    }

    @Test
    void controls_withoutTheKernel() {
        noClasses()
                .that()
                .haveSimpleName("PlainBlackboard")
                .or()
                .haveSimpleName("StructuredBlackboard")
                .or()
                .haveSimpleName("Types")
                .or()
                .haveSimpleName("Attentive")
                .or()
                .haveSimpleName("WholeUpdates")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(THE_KERNELS_OWN)
                .check(CLASSES);
    }
}
