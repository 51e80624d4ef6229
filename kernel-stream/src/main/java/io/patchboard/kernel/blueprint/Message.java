package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A value that somebody sends to a board in the name of a worker that may propose unasked. The worker's contract says
 * where it goes and by which operation, so that the sender has no patch to write. Whether it may stand there is judged
 * as of any proposal.
 */
public final class Message {

    private static final List<String> OPERATIONS = List.of("add", "replace");

    private Message() {}

    /**
     * The value as a JSON Patch of one operation.
     *
     * @param path a JSON Pointer; absent where the contract has one place alone
     * @throws IllegalArgumentException if the contract does not say that, or grants nothing there, with a sentence for
     *     the sender
     */
    public static JsonArray patch(Blueprint rules, String worker, Optional<String> path, Json value) {
        WorkerRole role = sender(rules, worker);
        JsonPointer place = path.map(given -> given(given, role)).orElseGet(() -> onlyPlace(role));
        String operation = OPERATIONS.stream()
                .filter(op -> role.mayWrite(op, place))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Expected a path at which worker \"" + role.name()
                        + "\" may add or replace a value, which are " + places(role) + ", but got \"" + place + "\"."));
        return JsonArray.of(JsonObject.builder()
                .put("op", operation)
                .put("path", place.toString())
                .put("value", value)
                .build());
    }

    private static WorkerRole sender(Blueprint rules, String worker) {
        List<String> senders = rules.workers().values().stream()
                .filter(WorkerRole::unsolicited)
                .map(WorkerRole::name)
                .toList();
        if (!senders.contains(worker)) {
            throw new IllegalArgumentException(
                    senders.isEmpty()
                            ? "Expected a worker that may propose unasked, but this board has none: its blueprint would"
                                    + " say \"unsolicited: true\" of it."
                            : "Expected a worker that may propose unasked, one of " + String.join(", ", senders)
                                    + ", but got \"" + worker + "\"." + Spelling.question(worker, senders));
        }
        return rules.workers().get(worker);
    }

    private static JsonPointer given(String path, WorkerRole role) {
        try {
            return JsonPointer.parse(path);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Expected a JSON Pointer as path, such as one of " + places(role) + ", but got \"" + path + "\".",
                    e);
        }
    }

    private static JsonPointer onlyPlace(WorkerRole role) {
        List<PathPattern> places = writable(role);
        if (places.size() != 1 || !places.get(0).isLiteral()) {
            throw new IllegalArgumentException("Expected a path, since the contract of worker \"" + role.name()
                    + "\" has more than one place for a value: " + places(role) + ".");
        }
        return new JsonPointer(places.get(0).segments());
    }

    private static List<PathPattern> writable(WorkerRole role) {
        return role.writes().stream()
                .filter(grant -> grant.creates() || OPERATIONS.stream().anyMatch(grant.operations()::contains))
                .map(WriteGrant::path)
                .distinct()
                .toList();
    }

    private static String places(WorkerRole role) {
        return writable(role).isEmpty()
                ? "none"
                : writable(role).stream().map(PathPattern::toString).collect(Collectors.joining(", "));
    }
}
