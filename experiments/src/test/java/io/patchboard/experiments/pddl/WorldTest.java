package io.patchboard.experiments.pddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorldTest {

    private static final String DOMAIN = """
            (define (domain lights) ; a comment (
             (:predicates (on ?l - lamp) (beside ?a ?b - lamp) (broken ?l - lamp))
             (:action switch
               :parameters (?l - lamp)
               :precondition (not (broken ?l))
               :effect (and (when (on ?l) (not (on ?l))) (when (not (on ?l)) (on ?l)) (increase (total-cost) 1)))
             (:action pass
               :parameters (?from ?to - lamp)
               :precondition (and (on ?from) (or (beside ?from ?to) (beside ?to ?from)) (not (= ?from ?to)))
               :effect (and (not (on ?from)) (on ?to)))
             (:action stay :parameters (?l - lamp) :precondition () :effect (and (not (on ?l)) (on ?l))))
            """;

    private static World world(String goal) {
        return new World(
                DOMAIN,
                "(define (problem p) (:domain lights) (:objects a B c - lamp x - other)"
                        + " (:init (on a) (beside a b) (beside b c) (broken c) (= (total-cost) 0)) (:goal " + goal
                        + "))");
    }

    private static Action action(World world, String name) {
        return world.actions().stream()
                .filter(action -> action.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<List<String>> moves(World world, String name) {
        return world.moves(action(world, name), Map.of()).stream()
                .map(World.Move::objects)
                .toList();
    }

    private static void play(World world, String name, Map<String, String> given) {
        world.play(world.move(action(world, name), given).orElseThrow());
    }

    @Test
    void moves_areThoseWhoseConditionHolds() {
        World world = world("(on c)");
        assertThat(world.objects("lamp")).containsExactly("a", "b", "c");
        assertThat(moves(world, "switch")).containsExactlyInAnyOrder(List.of("a"), List.of("b"));
        assertThat(moves(world, "pass")).containsExactly(List.of("a", "b"));
        assertThat(moves(world, "stay")).hasSize(3);
        assertThat(world.move(action(world, "pass"), Map.of("to", "c"))).isEmpty();
    }

    @Test
    void effects_ofConditions_areAskedBefore_andEndBeforeTheyBegin() {
        World world = world("(exists (?l - lamp) (and (on ?l) (broken ?l)))");
        play(world, "stay", Map.of("l", "a"));
        assertThat(moves(world, "pass")).as("still on").containsExactly(List.of("a", "b"));
        play(world, "pass", Map.of());
        assertThat(world.isReached()).isFalse();
        play(world, "pass", Map.of("to", "c"));
        assertThat(world.isReached()).isTrue();
        World switched = world("(not (on a))");
        assertThat(switched.isReached()).isFalse();
        play(switched, "switch", Map.of("l", "a"));
        assertThat(switched.isReached()).isTrue();
        play(switched, "switch", Map.of("l", "a"));
        assertThat(switched.isReached()).isFalse();
    }

    @Test
    void goalOfTwo_wantsTwo() {
        World world = world("(exists (?x - lamp) (and (on ?x) (exists (?y - lamp) (and (not (= ?x ?y)) (on ?y)))))");
        assertThat(world.isReached()).isFalse();
        play(world, "switch", Map.of("l", "b"));
        assertThat(world.isReached()).isTrue();
    }

    @Test
    void whatIsNoPddl_isRefusedInWords() {
        assertThatThrownBy(() -> world("(on a"))
                .isInstanceOf(PddlException.class)
                .hasMessageContaining("each of them closed");
        assertThatThrownBy(() -> world("(on a)))")).hasMessageContaining("one too many");
        assertThatThrownBy(() -> world("(forall (?l - lamp) (on ?l))")).hasMessageContaining("forall");
        assertThatThrownBy(() -> world("(on ?l)")).hasMessageContaining("declared");
        assertThatThrownBy(() -> new World("(define)", "(define)")).hasMessageContaining(":objects");
        for (String more : List.of("(:types sofa - furniture)", "(:constants here - place)")) {
            assertThatThrownBy(() -> new World("(define (domain d) " + more + ")", "(define)"))
                    .hasMessageContaining("types are of no other types, and without constants");
        }
        assertThatThrownBy(() -> new World("(define (domain d) (:types sofa lamp - object))", "(define)"))
                .hasMessageContaining(":objects");
    }
}
