package io.patchboard.experiments.alfworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Recorded walkthroughs reach the goals of their games, by commands that are admissible, in the steps that they take.
 */
class WalkthroughTest {

    private static void assertWalkable(Games games) {
        for (Games.Listed listed : games.all()) {
            TextGame game = games.start(listed);
            for (String command : listed.walkthrough()) {
                assertThat(game.isDone()).as(listed.id() + " before " + command).isFalse();
                assertThat(game.admissibleCommands()).as(listed.id()).contains(command);
                assertThat(game.step(command).happened())
                        .as(listed.id() + ": " + command)
                        .isTrue();
            }
            assertThat(game.isDone()).as(listed.id()).isTrue();
        }
    }

    @Test
    void samples_areOfEachType_andWalkable() {
        Games games = Games.samples();
        Set<String> types = games.all().stream().map(Games.Listed::type).collect(Collectors.toSet());
        assertThat(types).hasSize(6);
        assertWalkable(games);
    }

    @Test
    void allGames_areWalkable() {
        Games games = Games.validSeen();
        assertThat(games.all()).hasSize(140);
        assertWalkable(games);
    }

    /**
     * The original has no way to go to where somebody is, nor to what stands in the same place: its planner drops what
     * changes nothing. What changes something that nothing asks for, as looking, it keeps.
     */
    @Test
    void whereSomebodyIs_nobodyGoes() {
        Games games = Games.validSeen();
        int beside = 0;
        for (Games.Listed listed : games.all()) {
            TextGame game = games.start(listed);
            String place = listed.walkthrough().getFirst().substring("go to ".length());
            List<String> before = walks(game);
            assertThat(before).contains("go to " + place);

            assertThat(game.step("go to " + place).text()).startsWith("You arrive at " + place + ". ");

            List<String> missing = new ArrayList<>(before);
            missing.removeAll(walks(game));
            assertThat(missing).as(listed.id()).contains("go to " + place);
            for (String walk : missing) {
                TextGame.Observation again = game.step(walk);
                assertThat(again.happened()).as(walk).isFalse();
                assertThat(again.text()).isEqualTo(TextGame.NOTHING_HAPPENS);
                String other = walk.substring("go to ".length());
                assertThat(game.step("examine " + other).happened()).as(walk).isTrue();
            }
            beside += missing.size() - 1;
            assertThat(game.step("look").text()).startsWith("You are facing the ");
            assertThat(game.admissibleCommands()).contains("look", "inventory", "examine " + place);
        }
        assertThat(beside)
                .as("places with more than one thing to put something on")
                .isPositive();
    }

    private static List<String> walks(TextGame game) {
        return game.admissibleCommands().stream()
                .filter(command -> command.startsWith("go to "))
                .toList();
    }

    @Test
    void whatIsAdmissible_happens_andWhatIsNot_doesNot() {
        Games games = Games.samples();
        for (Games.Listed listed : games.all()) {
            List<String> admissible = games.start(listed).admissibleCommands();
            for (String command : admissible) {
                assertThat(games.start(listed).step(command).happened())
                        .as(command)
                        .isTrue();
            }
            TextGame game = games.start(listed);
            for (String command :
                    List.of("", "dance", "take", "go to nowhere 1", "open", "take desk 1 from desk 1", "go to (.+)")) {
                TextGame.Observation seen = game.step(command);
                assertThat(seen.happened()).as(command).isFalse();
                assertThat(seen.text()).isEqualTo(TextGame.NOTHING_HAPPENS);
            }
            assertThat(game.admissibleCommands()).isEqualTo(admissible);
        }
    }
}
