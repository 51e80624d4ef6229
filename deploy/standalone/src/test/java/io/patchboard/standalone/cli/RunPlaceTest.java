package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code run} says to type next can be typed. */
class RunPlaceTest {

    private static void assertParsed(String sentence, int commands) {
        Matcher quoted = Pattern.compile("\"patchboard ([^\"]*)\"").matcher(sentence);
        int found = 0;
        while (quoted.find()) {
            found++;
            PatchBoard.commandLine().parseArgs(quoted.group(1).split(" "));
        }
        assertThat(found).as(sentence).isEqualTo(commands);
    }

    @Test
    void onAServer_theCommandSaysWhichOne() {
        RunPlace served = new RunPlace.Served(" --bootstrap-server h:9093");

        assertThat(served.told("board show b", "shows it."))
                .isEqualTo("\"patchboard board show b --bootstrap-server h:9093\" shows it.");
        assertParsed(served.read("board log b", "shows it."), 1);
    }

    @Test
    void inADirectory_itIsServedFirst_orRead() {
        RunPlace left = new RunPlace.Left(Path.of("kept"), List.of(Path.of("team/workers.yaml")));

        assertThat(left.told("board pause b", "stops it."))
                .isEqualTo(
                        "Serve it with \"patchboard up --data-dir kept --workers team/workers.yaml\"; then \"patchboard"
                                + " board pause b\" stops it.");
        assertThat(left.read("board log b", "shows it."))
                .isEqualTo("\"patchboard board log b --data-dir kept\" shows it.");
        assertParsed(left.told("board pause b", "stops it."), 2);
        assertParsed(left.read("board log b", "shows it."), 1);
    }

    @Test
    void inATemporaryDirectory_nothingIsLeftToType() {
        RunPlace gone = new RunPlace.Gone();

        assertThat(gone.told("board pause b", "stops it."))
                .contains("--data-dir DIR", "--wait-for-person")
                .doesNotContain("board pause");
        assertThat(gone.read("board log b", "shows it.")).doesNotContain("board log");
    }
}
