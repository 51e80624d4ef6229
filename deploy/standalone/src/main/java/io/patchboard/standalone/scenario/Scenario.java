package io.patchboard.standalone.scenario;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Command;
import io.patchboard.record.Failure;
import io.patchboard.record.SealedValue;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A board to be played.
 *
 * @param answers by worker, for its first invocation, its second, ...; the last serves for all that follow
 * @param sent what workers that nobody invited propose
 * @param commands what operators and approvers ask for
 */
public record Scenario(
        String name,
        Json blueprint,
        Json input,
        Map<String, List<Answer>> answers,
        List<Sent> sent,
        List<Commanded> commands,
        Expected expected) {

    /**
     * The board that alone takes what is sealed in it; absent if nothing is. A board that was recorded gave the
     * scenario its name, and may have been sent what was sealed for another one.
     */
    Optional<String> sealedFor() {
        Stream<Json> answered = answers.values().stream().flatMap(List::stream).map(Answer::patch);
        Stream<Json> asked =
                Stream.concat(sent.stream().map(Sent::patch), commands.stream().map(Commanded::command));
        List<String> boards = Stream.concat(Stream.of(input), Stream.concat(answered, asked))
                .flatMap(value -> SealedValue.in(value).stream())
                .map(SealedValue::board)
                .toList();
        return boards.contains(name) ? Optional.of(name) : boards.stream().findFirst();
    }

    /**
     * What a worker answers to an invocation.
     *
     * @param patch what it proposes; JSON {@code null} where it says an error or a failure
     * @param usage what it reports to have used
     * @param after how long it takes; of answers of one millisecond the one with the fewer nanoseconds comes first
     * @param isSilent it never answers
     */
    public record Answer(
            Json patch,
            Optional<String> error,
            Optional<Failure> failure,
            Optional<Usage> usage,
            Duration after,
            boolean isSilent) {}

    /** @param at how long after the board's creation */
    public record Sent(String worker, Json patch, Optional<Usage> usage, Duration at) {}

    /**
     * @param command with whatever ids
     * @param at how long after the board's creation
     */
    public record Commanded(JsonObject command, Duration at) {

        /** Of the board that is played, with an id of its own. */
        Command on(String board, String id) {
            return Command.fromJson(command.with("boardId", Json.of(board)).with("commandId", Json.of(id)));
        }
    }
}
