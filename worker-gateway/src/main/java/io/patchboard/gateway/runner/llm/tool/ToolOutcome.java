package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/**
 * What came of a call.
 *
 * @param shown to the model
 * @param call what is written down of it
 */
public record ToolOutcome(String shown, Trajectory.Call call) {

    /** In place of the kind of a failure. */
    static final String ANSWERED = "answered";

    /** The same, of a call that was asked about. */
    static final String FOUND = "found";

    /** Of a call that was not made. */
    static ToolOutcome notCalled(String tool, String arguments, String word, String why) {
        String shown = JsonObject.of("error", Json.of(why)).toString();
        return new ToolOutcome(
                shown,
                new Trajectory.Call(
                        tool,
                        Trajectory.Measured.of(arguments),
                        Optional.empty(),
                        Duration.ZERO,
                        word,
                        arguments,
                        shown));
    }
}
