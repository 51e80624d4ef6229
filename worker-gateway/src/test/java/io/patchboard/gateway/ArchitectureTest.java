package io.patchboard.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The boundaries of the gateway's rooms, so that they cannot drift. */
class ArchitectureTest {

    private static final String ROOT = "io.patchboard.gateway.";

    private static final JavaClasses GATEWAY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.patchboard.gateway");

    @Test
    void rooms_dependOneWay() {
        slices().matching("io.patchboard.gateway.(*)..")
                .should()
                .beFreeOfCycles()
                .check(GATEWAY);
    }

    @Test
    void sdk_knowsNothingOfTheGateway() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "worker..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.kafka..",
                        "com.fasterxml..",
                        ROOT + "config..",
                        ROOT + "source..",
                        ROOT + "runner..",
                        ROOT + "submit..",
                        ROOT + "http..",
                        ROOT + "llm..")
                .check(GATEWAY);
    }

    @Test
    void whoeverRunsWorkers_knowsNoKafka() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + "runner..",
                        ROOT + "llm..",
                        ROOT + "config..",
                        ROOT + "architect..",
                        ROOT + "preset..",
                        ROOT + "secret..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..")
                .check(GATEWAY);
    }

    @Test
    void libraries_areKnownWhereTheyAreWrapped() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "http..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..")
                .check(GATEWAY);
    }
}
