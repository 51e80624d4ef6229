package io.patchboard.gateway;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who may know what in the gateway; that its packages depend one way is seen to by PackagesTest, for all modules. */
class ArchitectureTest {

    private static final String ROOT = "io.patchboard.gateway.";

    private static final JavaClasses GATEWAY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.patchboard.gateway");

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

    /**
     * It connects and asks as any client does: sources and submitter know the connection alone, only the HTTP API asks.
     * What a board is folded to is for those who read.
     */
    @Test
    void client_isKnownToWhoConnectsAndAsks_andTheKernelToNobody() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        ROOT + "http..",
                        ROOT + "source..",
                        ROOT + "submit..",
                        ROOT + "limit..",
                        "io.patchboard.gateway")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.patchboard.client..")
                .check(GATEWAY);
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "http..", "io.patchboard.gateway")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.patchboard.client.ask..")
                .check(GATEWAY);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.patchboard.client.log..", "io.patchboard.client.board..", "io.patchboard.client.model..")
                .check(GATEWAY);
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("io.patchboard.kernel..")
                        .and(not(resideInAPackage("io.patchboard.kernel.schema"))))
                .check(GATEWAY);
    }

    /** The validator is a library that happens to be the kernel's; tools are held to their schemas by it. */
    @Test
    void validator_isKnownToTools() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "runner.llm.tool")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.patchboard.kernel.schema")
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
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "blob")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("software.amazon..")
                .check(GATEWAY);
    }
}
