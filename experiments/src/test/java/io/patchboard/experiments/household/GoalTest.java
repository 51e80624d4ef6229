package io.patchboard.experiments.household;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.experiments.alfworld.Games;
import org.junit.jupiter.api.Test;

class GoalTest {

    @Test
    void sentences_areUnderstood() {
        assertThat(Goal.of("put a clean apple in diningtable."))
                .contains(new Goal("apple", Treatment.CLEAN, "diningtable", 1));
        assertThat(Goal.of("put two spraybottle in garbagecan."))
                .contains(new Goal("spraybottle", Treatment.NONE, "garbagecan", 2));
        assertThat(Goal.of("find two pen and put them in drawer."))
                .contains(new Goal("pen", Treatment.NONE, "drawer", 2));
        assertThat(Goal.of("heat some egg and put it in garbagecan."))
                .contains(new Goal("egg", Treatment.HEAT, "garbagecan", 1));
        assertThat(Goal.of("examine the bowl with the desklamp."))
                .contains(new Goal("bowl", Treatment.LIGHT, "desklamp", 1));
        assertThat(Goal.of("put some mug on sidetable.")).contains(new Goal("mug", Treatment.NONE, "sidetable", 1));
        assertThat(Goal.of("sing a song.")).isEmpty();
    }

    /** Each walkthrough names the object, and each treatment is the one that the type of task is named after. */
    @Test
    void everyGame_isUnderstood() {
        Games games = Games.validSeen();
        assertThat(games.all()).hasSize(140);
        assertThat(games.all()).allSatisfy(game -> {
            Goal goal = Goal.of(game.task()).orElseThrow();
            assertThat(String.join("\n", game.walkthrough())).contains("take " + goal.object() + " ");
            assertThat(game.type().startsWith("pick_two")).isEqualTo(goal.count() == 2);
            assertThat(game.type())
                    .contains(
                            switch (goal.treatment()) {
                                case NONE -> "_and_place";
                                case LIGHT -> "look_at_obj";
                                default -> "pick_" + goal.treatment().verb();
                            });
        });
    }
}
