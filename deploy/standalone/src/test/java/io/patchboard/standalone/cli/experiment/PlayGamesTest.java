package io.patchboard.standalone.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.standalone.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlayGamesTest {

    private static Cli walk(String... more) {
        String[] command = new String[more.length + 3];
        System.arraycopy(new String[] {"experiment", "alfworld", "--walkthroughs"}, 0, command, 0, 3);
        System.arraycopy(more, 0, command, 3, more.length);
        return Cli.run(command);
    }

    @Test
    void gamesThatComeAlong_reachTheirGoals() {
        Cli all = walk();
        assertThat(all.exitCode()).as(all.toString()).isZero();
        assertThat(all.lines()).hasSize(6).contains("pick_and_place_simple: 35 of 35 reach the goal, in 146 steps");
        Cli walked = walk("--quick");
        assertThat(walked.exitCode()).as(walked.toString()).isZero();
        assertThat(walked.lines()).hasSize(6).allMatch(line -> line.contains("1 of 1 reach the goal"));
        assertThat(walk("--quick", "--json").json().toString())
                .contains("\"type\":\"pick_two_obj_and_place\",\"steps\":8,\"reached\":true");
    }

    @Test
    void whatIsNotThere_isSaid(@TempDir Path dir) throws Exception {
        Cli empty = Cli.run("experiment", "alfworld", "--data", dir.toString());
        assertThat(empty.exitCode()).isEqualTo(1);
        assertThat(empty.err()).contains("games.jsonl");
        for (String file : new String[] {"alfred.pddl", "alfred.twl2"}) {
            Files.writeString(dir.resolve(file), "(define (domain d))");
        }
        Files.writeString(
                dir.resolve("games.jsonl"),
                "{\"id\":\"g\",\"task_type\":\"t\",\"task\":\"do.\",\"walkthrough\":[],\"problem\":\"p.pddl\"}");
        Files.writeString(dir.resolve("p.pddl"), "(define");
        Cli broken = walk("--data", dir.toString());
        assertThat(broken.exitCode()).isEqualTo(1);
        assertThat(broken.err()).contains("each of them closed");
        assertThat(Cli.run("experiment", "alfworld", "--quick", "--data", dir.toString())
                        .err())
                .contains("each of them closed");
        Cli nobody = Cli.run("experiment", "alfworld", "--play", "nobody");
        assertThat(nobody.err()).contains("\"nobody\"", "pick_clean");
        assertThat(Cli.run("experiment").exitCode()).isEqualTo(1);
    }
}
