package io.patchboard.kernel.property;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.kernel.property.Machine.Step;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.AmendBlueprint;
import io.patchboard.record.Command;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Decide;
import io.patchboard.record.EditBoard;
import io.patchboard.record.Failure;
import io.patchboard.record.MarkBoard;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.Raise;
import io.patchboard.record.ReopenBoard;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Usage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Makes up what happens next to a board: mostly proposals that could be meant, sometimes anything. */
final class RandomSteps {

    private static final List<String> VALUES = List.of(
            "{\"n\":0}",
            "{\"n\":1}",
            "{\"n\":2,\"tag\":\"a\"}",
            "{\"n\":99}",
            "{}",
            "[]",
            "[3]",
            "{\"deep\":[7]}",
            "0",
            "1",
            "2",
            "3",
            "9",
            "1.50",
            "-1",
            "1e400",
            "12345678901234567890123",
            "\"a\"",
            "\"b\"",
            "\"too long by far\"",
            "\"\\ud83d\\ude00\"",
            "true",
            "null");

    /** What most schemas here take, so that more than a few proposals are committed. */
    private static final List<String> LIKELY_VALUES = List.of("{\"n\":1}", "1", "2", "\"a\"", "{\"deep\":[1,2]}");

    private final Random random;
    private Json blueprint = JsonObject.EMPTY;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int ids;

    RandomSteps(Random random) {
        this.random = random;
    }

    Step create(Json newBlueprint) {
        blueprint = newBlueprint;
        return command(new CreateBoard(nextId(), Machine.BOARD, blueprint, JsonObject.EMPTY));
    }

    Step next(Board board) {
        now = now.plusMillis(random.nextInt(2_000));
        return switch (random.nextInt(15)) {
            case 0, 1 -> {
                now = now.plus(Duration.ofSeconds(random.nextInt(90)));
                yield new Step(new Input.Tick(), now);
            }
            case 2 ->
                board.pausedAt().isPresent() || random.nextInt(4) > 0
                        ? command(new ResumeBoard(nextId(), Machine.BOARD, Optional.empty()))
                        : command(new PauseBoard(nextId(), Machine.BOARD, Optional.empty()));
            case 3, 4 -> board.work().incidents().isEmpty() ? proposal(board) : command(decision(board));
            case 5 ->
                board.phase().ended()
                        ? command(new ReopenBoard(nextId(), Machine.BOARD, "once more", List.of()))
                        : proposal(board);
            case 6 -> operation(board);
            default -> proposal(board);
        };
    }

    private CommandHeader header() {
        return CommandHeader.of(nextId(), Machine.BOARD, "ada", "looked at it");
    }

    /** What an operator does by hand. */
    private Step operation(Board board) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> command(new MarkBoard(header(), "mark-" + random.nextInt(3)));
            case 2, 3 ->
                command(new RestoreBoard(header(), Optional.of("mark-" + random.nextInt(3)), Optional.empty()));
            case 4 -> {
                Input.Proposed proposal = (Input.Proposed) proposal(board).input();
                yield command(new EditBoard(header(), proposal.proposal().patch()));
            }
            default -> {
                Json other = ((JsonObject) blueprint).with("name", Json.of("other-" + nextId()));
                yield command(new AmendBlueprint(
                        header(),
                        other,
                        random.nextBoolean() ? AmendBlueprint.Open.KEEP : AmendBlueprint.Open.SUPERSEDE));
            }
        };
    }

    /** Mostly one that is offered. */
    private Decide decision(Board board) {
        Incident incident = any(board.work().incidents());
        Option option = any(random.nextInt(8) == 0 ? List.of(Option.values()) : incident.options());
        boolean raise = option == Option.RAISE;
        String by = any(List.of("ada", "grace"));
        return new Decide(
                CommandHeader.of(nextId(), Machine.BOARD, by, "looked at it"),
                Optional.of(incident.sequence()).filter(item -> random.nextInt(8) > 0),
                option,
                option == Option.WORKER ? Optional.of("worker-" + random.nextInt(3)) : Optional.empty(),
                raise ? List.of(new Raise(incident.detail(), BigDecimal.valueOf(random.nextInt(10_000)))) : List.of(),
                option == Option.MODIFY ? Optional.of(patch("worker-0", board.state())) : Optional.empty());
    }

    private Step command(Command command) {
        return new Step(new Input.Commanded(command, command.toJson()), now);
    }

    private Step proposal(Board board) {
        List<OpenInvocation> open = new ArrayList<>(board.open().values());
        Optional<OpenInvocation> answered =
                open.isEmpty() || random.nextInt(3) == 0 ? Optional.empty() : Optional.of(any(open));
        String worker = answered.filter(invocation -> random.nextInt(20) > 0)
                .map(OpenInvocation::worker)
                .orElseGet(this::anyWorker);
        PatchProposal proposal = new PatchProposal(
                nextId(),
                Machine.BOARD,
                worker,
                answered.map(OpenInvocation::id),
                random.nextInt(25) == 0 ? Json.of("no patch") : patch(worker, board.state()),
                Optional.of(new Usage(random.nextInt(20), random.nextInt(5))),
                random.nextInt(30) == 0 ? Optional.of("no idea") : Optional.empty(),
                random.nextInt(25) == 0 ? Optional.of(Failure.of(Failure.Kind.OUTAGE, "away")) : Optional.empty());
        return new Step(new Input.Proposed(proposal, proposal.toJson()), now);
    }

    /** Mostly one that may speak unasked. */
    private String anyWorker() {
        List<String> all = List.of("worker-0", "worker-1", "worker-2");
        List<String> free = all.stream()
                .filter(name -> at("/workers/" + name + "/unsolicited")
                        .filter(Json.of(true)::equals)
                        .isPresent())
                .toList();
        return any(free.isEmpty() || random.nextInt(10) == 0 ? all : free);
    }

    private Optional<Json> at(String pointer) {
        return JsonPointer.parse(pointer).resolve(blueprint);
    }

    private Json patch(String worker, Json state) {
        List<JsonPointer> places = new ArrayList<>();
        collect(JsonPointer.ROOT, state, places);
        List<Json> operations = new ArrayList<>();
        for (int i = random.nextInt(8) == 0 ? 3 : 1; i > 0; i--) {
            operations.add(random.nextInt(4) > 0 ? granted(worker, places, state) : operation(places, state));
        }
        return JsonArray.copyOf(operations);
    }

    /** An operation that the worker may do, at one of the places, if there is any. */
    private Json granted(String worker, List<JsonPointer> places, Json state) {
        List<Json> grants = at("/workers/" + worker + "/write")
                .map(writes -> ((JsonArray) writes).items())
                .orElse(List.of());
        if (grants.isEmpty()) {
            return operation(places, state);
        }
        JsonObject grant = (JsonObject) any(grants);
        PathPattern pattern = PathPattern.parse(((JsonString) grant.get("path").orElseThrow()).value());
        List<JsonPointer> granted = places.stream().filter(pattern::matches).toList();
        JsonString op = (JsonString) any(((JsonArray) grant.get("op").orElseThrow()).items());
        return granted.isEmpty() ? operation(places, state) : operation(op.value(), any(granted), granted, state);
    }

    /** Every place there is, and where something could be added. */
    private static void collect(JsonPointer at, Json value, List<JsonPointer> places) {
        places.add(at);
        if (value instanceof JsonObject object) {
            for (Map.Entry<String, Json> member : object.members().entrySet()) {
                collect(at.child(member.getKey()), member.getValue(), places);
            }
            List.of("x", "tag").forEach(name -> places.add(at.child(name)));
        } else if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                collect(at.child(i), array.get(i), places);
            }
            places.add(at.child(JsonPointer.END));
            places.add(at.child(JsonPointer.END)); // adding is what most do
        }
    }

    private Json operation(List<JsonPointer> places, Json state) {
        String op = any(List.of("add", "add", "add", "replace", "replace", "remove", "move", "copy", "test"));
        return operation(op, any(places), places, state);
    }

    private Json operation(String op, JsonPointer path, List<JsonPointer> places, Json state) {
        JsonObject.Builder operation = JsonObject.builder().put("op", op).put("path", path.toString());
        return switch (op) {
            case "remove" -> operation.build();
            case "create" -> operation("add", path, places, state);
            case "move", "copy" -> operation.put("from", any(places).toString()).build();
            case "test" ->
                operation
                        .put(
                                "value",
                                path.resolve(state)
                                        .filter(here -> random.nextBoolean())
                                        .orElseGet(this::value))
                        .build();
            default -> operation.put("value", value()).build();
        };
    }

    private Json value() {
        return JsonReader.parse(any(random.nextBoolean() ? LIKELY_VALUES : VALUES));
    }

    private <T> T any(List<T> items) {
        return items.get(random.nextInt(items.size()));
    }

    private String nextId() {
        return "id-" + ++ids;
    }
}
