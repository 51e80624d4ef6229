package io.patchboard.kernel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.text.Resources;
import java.io.Serializable;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The boundaries of the design, so that they cannot drift. */
class ArchitectureTest {

    private static final String ROOT = "io.patchboard.kernel.";
    private static final String[] CORE = {
        ROOT + "patch..",
        ROOT + "work..",
        ROOT + "tokens..",
        ROOT + "schema..",
        ROOT + "cel..",
        ROOT + "regex..",
        ROOT + "blueprint..",
        ROOT + "circuit..",
        ROOT + "state..",
        ROOT + "apply..",
        ROOT + "decide..",
        ROOT + "rules..",
        ROOT + "view..",
        ROOT + "replay..",
    };

    private static final JavaClasses KERNEL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.patchboard.kernel");

    /** Read the published schemas from the class path, once; these are part of the program, not input. */
    private static final DescribedPredicate<JavaClass> META_SCHEMA = JavaClass.Predicates.simpleName("MetaSchema");

    @Test
    void core_knowsNoKafkaAndNoLogger() {
        noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "java.util.logging..", "java.net.http..")
                .check(KERNEL);
    }

    @Test
    void core_doesNoInputAndOutput() {
        noClasses()
                .that(resideInAnyPackage(CORE).and(DescribedPredicate.not(META_SCHEMA)))
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.io", "java.nio.file..", "java.nio.channels..", "java.net")
                        .or(type(Resources.class))
                        .and(DescribedPredicate.not(type(Serializable.class)))
                        .and(DescribedPredicate.not(type(URI.class))))
                .check(KERNEL);
    }

    @Test
    void core_knowsNoClockAndNoChance() {
        noClasses()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(UUID.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocalRandom.class)
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.security.SecureRandom")
                .check(KERNEL);
    }

    @Test
    void onlyApplying_makesBoards() {
        classes()
                .that()
                .resideOutsideOfPackages(ROOT + "apply..", ROOT + "state..")
                .should(notConstruct(Board.class))
                .check(KERNEL);
    }

    @Test
    void deciding_isAskedInItsFirstRoom() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "decide..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(ROOT + "decide.*..")
                        .and(DescribedPredicate.not(
                                type(Limits.class).or(type(InvocationIds.class)).or(type(Decision.class)))))
                .check(KERNEL);
    }

    private static ArchCondition<JavaClass> notConstruct(Class<?> made) {
        return new ArchCondition<>("not construct " + made.getSimpleName()) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                item.getConstructorCallsFromSelf().stream()
                        .filter(call -> call.getTargetOwner().isEquivalentTo(made))
                        .forEach(call -> events.add(SimpleConditionEvent.violated(call, call.getDescription())));
            }
        };
    }

    @Test
    void packages_dependOneWay() {
        slices().matching("io.patchboard.kernel.(*)..")
                .should()
                .beFreeOfCycles()
                .check(KERNEL);
    }

    @Test
    void layers_seeOnlyWhatIsBelowThem() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("app")
                .definedBy(ROOT + "app..")
                .layer("stream")
                .definedBy(ROOT + "stream..")
                .layer("deciding")
                .definedBy(ROOT + "decide..")
                .layer("replay")
                .definedBy(ROOT + "replay..")
                .layer("following")
                .definedBy(ROOT + "rules..", ROOT + "view..")
                .layer("apply")
                .definedBy(ROOT + "apply..")
                .layer("state")
                .definedBy(ROOT + "state..")
                .layer("circuit")
                .definedBy(ROOT + "circuit..")
                .layer("blueprint")
                .definedBy(ROOT + "blueprint..")
                .layer("languages")
                .definedBy(ROOT + "patch..", ROOT + "schema..", ROOT + "cel..", ROOT + "regex..", ROOT + "tokens..")
                .whereLayer("app")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("stream")
                .mayOnlyBeAccessedByLayers("app")
                .whereLayer("deciding")
                .mayOnlyBeAccessedByLayers("app", "stream", "replay")
                .whereLayer("replay")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("following")
                .mayOnlyBeAccessedByLayers("deciding")
                .whereLayer("apply")
                .mayOnlyBeAccessedByLayers("app", "stream", "deciding", "replay")
                .whereLayer("state")
                .mayOnlyBeAccessedByLayers("stream", "deciding", "replay", "following", "apply")
                .whereLayer("circuit")
                .mayOnlyBeAccessedByLayers("deciding", "apply", "state")
                .whereLayer("blueprint")
                .mayOnlyBeAccessedByLayers("stream", "deciding", "replay", "following", "apply", "state", "circuit")
                .check(KERNEL);
    }

    @Test
    void libraries_areKnownWhereTheyAreWrapped() {
        noClasses()
                .that(DescribedPredicate.not(resideInAPackage(ROOT + "regex..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.google.re2j..")
                .check(KERNEL);
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "schema..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml..")
                .check(KERNEL);
        noClasses()
                .that(DescribedPredicate.not(resideInAPackage(ROOT + "cel..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.cel..")
                .check(KERNEL);
        noClasses()
                .that(DescribedPredicate.not(resideInAPackage(ROOT + "tokens..")))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.knuddels..")
                .check(KERNEL);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.regex..")
                .check(KERNEL);
    }
}
