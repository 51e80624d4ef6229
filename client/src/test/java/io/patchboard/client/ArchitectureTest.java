package io.patchboard.client;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.patchboard.client.board.DryRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The boundaries of the client's rooms, so that they cannot drift. */
class ArchitectureTest {

    private static final String ROOT = "io.patchboard.client";
    private static final String KERNEL = "io.patchboard.kernel.";

    private static final JavaClasses CLIENT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    /** The root, which all may know, knows none of them. */
    @Test
    void rooms_dependOneWay() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("connection")
                .definedBy(ROOT)
                .layer("log")
                .definedBy(ROOT + ".log..")
                .layer("board")
                .definedBy(ROOT + ".board..")
                .layer("model")
                .definedBy(ROOT + ".model..")
                .layer("ask")
                .definedBy(ROOT + ".ask..")
                .layer("seal")
                .definedBy(ROOT + ".seal..")
                .layer("catalog")
                .definedBy(ROOT + ".catalog..")
                .whereLayer("catalog")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("ask")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("seal")
                .mayOnlyBeAccessedByLayers("ask")
                .whereLayer("model")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("board")
                .mayOnlyBeAccessedByLayers("model")
                .whereLayer("log")
                .mayOnlyBeAccessedByLayers("model", "ask", "catalog", "seal")
                .ensureAllClassesAreContainedInArchitecture()
                .check(CLIENT);
    }

    @Test
    void whoeverFollowsOrAsks_knowsKafka_whoFoldsDoesNot() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".board..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.kafka..")
                .check(CLIENT);
    }

    @Test
    void theDatabase_isKnownToTheModelAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".model..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.sqlite..", "java.sql..")
                .check(CLIENT);
    }

    /** Of the kernel, what folds a log; what decides only for {@link DryRun}, and nothing needs the shell. */
    @Test
    void kernel_isTheOneThatApplies() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.patchboard.kernel..")
                        .and(not(resideInAnyPackage(
                                KERNEL + "apply..",
                                KERNEL + "state..",
                                KERNEL + "patch..",
                                KERNEL + "decide..",
                                KERNEL + "schema.."))))
                .check(CLIENT);
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".seal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(KERNEL + "schema..")
                .check(CLIENT);
        noClasses()
                .that()
                .doNotBelongToAnyOf(DryRun.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(KERNEL + "decide..")
                .check(CLIENT);
    }

    @Test
    void users_areNotKnown() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.patchboard.gateway..", "io.patchboard.standalone..", "io.javalin..", "picocli..")
                .check(CLIENT);
    }

    @Test
    void everyRoom_saysWhatMayLiveThere() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java")).map(Path::getParent))
                    .isNotEmpty()
                    .allMatch(room -> Files.exists(room.resolve("package-info.java")));
        }
    }
}
