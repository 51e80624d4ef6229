package io.patchboard.experiments.alfworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        Path start = Path.of("").toAbsolutePath();
        Optional<Path> folder = Stream.iterate(start, Path::getParent)
                .takeWhile(at -> at.getParent() != null)
                .map(at -> at.resolve("shared/data/alfworld"))
                .filter(Files::isDirectory)
                .findFirst();
        assumeTrue(folder.isPresent(), "the folder shared/data/alfworld is not in " + start + " or above");
        Games games = Games.in(folder.get());
        assertThat(games.all()).hasSize(140);
        assertWalkable(games);
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
