package io.patchboard.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.patchboard.client.log.LogReader;
import io.patchboard.standalone.screen.Pulse;
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

    /** Who reads a whole log at a prompt sees how far it is. {@code ForkCheck} reads one board's ancestor. */
    @Test
    void commandsThatReadTheLog_showProgress() {
        classes()
                .that()
                .resideInAPackage("io.patchboard.standalone.cli..")
                .and()
                .doNotHaveSimpleName("ForkCheck")
                .and(DescribedPredicate.describe("read the log", ArchitectureTest::scans))
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Pulse.class)
                .check(CLASSES);
    }

    private static boolean scans(JavaClass each) {
        return each.getAccessesFromSelf().stream()
                .anyMatch(access -> access.getTargetOwner().isEquivalentTo(LogReader.class)
                        && access.getName().startsWith("scan"));
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
