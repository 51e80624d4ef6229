package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.board.Api;
import io.patchboard.standalone.mcp.board.RefusedException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Begins, answers, reads and cancels tasks. */
final class Tasks {

    private static final int ACCEPTED = 202;
    private static final List<String> DECISION = List.of("option", "reason", "patch", "worker", "raised");

    private final Api api;
    private final Reader reader;
    private final Skills skills;

    Tasks(Api api, Reader reader, Skills skills) {
        this.api = api;
        this.reader = reader;
        this.skills = skills;
    }

    /** The task that a message began, or that goes on by it; as it is then. */
    BoardTask take(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        Given given = Given.of(params);
        try {
            return given.task().isPresent()
                    ? goOn(caller, given, given.task().get())
                    : reader.read(caller, begun(caller, given));
        } catch (RefusedException e) {
            throw A2aException.of(e);
        }
    }

    private String begun(Caller caller, Given given) throws A2aException, RefusedException, InterruptedException {
        JsonObject.Builder body = JsonObject.builder().put("commandId", given.id());
        given.context()
                .ifPresent(context -> body.put("labels", JsonObject.of(BoardTask.CONTEXT_LABEL, Json.of(context))));
        Optional<Skill> skill = skill(caller, given);
        if (skill.isPresent()) {
            body.put("blueprint", skill.get().name()).putIfPresent("input", input(skill.get(), given));
        } else {
            requireRead(caller);
            JsonObject brought = brought(given)
                    .orElseThrow(
                            () -> A2aException.invalid("Expected one data part {\"blueprint\": ..., \"input\": ...}"
                                    + " for the skill " + Skill.ANY + ", but got another."));
            body.put("blueprint", brought.get("blueprint").orElse(Json.nul()))
                    .putIfPresent("input", brought.get("input"));
        }
        Api.Answer answer = api.post(caller, "/v1/boards", body.build());
        if (answer.status() == ACCEPTED) {
            throw new A2aException(
                    Fault.UNAVAILABLE,
                    "Expected the board to be created in time, but it is not known yet. Send the same message again:"
                            + " it counts once.");
        }
        return answer.object().text("boardId");
    }

    /** Who may not see what he begins is refused before it begins. */
    private void requireRead(Caller caller) throws RefusedException, InterruptedException {
        api.get(caller, "/v1/boards?limit=1");
    }

    /** Absent for the skill that takes a blueprint. */
    private Optional<Skill> skill(Caller caller, Given given)
            throws A2aException, RefusedException, InterruptedException {
        if (given.skill().isPresent()) {
            String name = given.skill().get();
            return name.equals(Skill.ANY)
                    ? Optional.empty()
                    : Optional.of(skills.named(caller, name).orElseThrow(() -> unknown(name)));
        }
        if (brought(given).isPresent()) {
            return Optional.empty();
        }
        List<Skill> all = skills.all(caller);
        if (all.size() == 1) {
            return Optional.of(all.get(0));
        }
        throw A2aException.invalid("Expected " + Given.SKILL + " in the message's metadata, one of "
                + all.stream().map(Skill::name).toList() + " or " + Skill.ANY + ", but got none.");
    }

    private static A2aException unknown(String name) {
        return A2aException.invalid(
                "Expected a skill that the agent card has, but there is none named \"" + name + "\".");
    }

    private static Optional<JsonObject> brought(Given given) {
        return given.data().size() == 1 && given.data().get(0) instanceof JsonObject data && data.has("blueprint")
                ? Optional.of(data)
                : Optional.empty();
    }

    private static Optional<Json> input(Skill skill, Given given) throws A2aException {
        if (given.data().size() == 1) {
            return Optional.of(given.data().get(0));
        }
        if (given.data().isEmpty() && given.text().isPresent()) {
            Optional<Json> input = skill.ofText(given.text().get());
            if (input.isPresent()) {
                return input;
            }
        }
        throw A2aException.invalid("Expected one data part that satisfies the input of " + skill.name()
                + (skill.takesText() ? ", or text parts" : "") + ", but got another.");
    }

    /** A message for a task that waits decides what it waits for. */
    private BoardTask goOn(Caller caller, Given given, String id)
            throws A2aException, RefusedException, InterruptedException {
        BoardTask task = reader.read(caller, id);
        if (given.context().isPresent() && !given.context().get().equals(task.context())) {
            throw A2aException.invalid(
                    "Expected the contextId of the task, \"" + task.context() + "\", but got another.");
        }
        JsonObject said = said(given);
        List<JsonObject> meant = task.state() == State.INPUT_REQUIRED ? meant(task, said) : List.of();
        Set<String> boards = boards(task, said);
        boolean knownAgain = boards.size() == 1 && meant.size() == 1 && isDecision(said, meant.get(0));
        if (!knownAgain && wasTaken(caller, given, boards)) {
            return task;
        }
        if (task.state() != State.INPUT_REQUIRED) {
            throw new A2aException(
                    Fault.UNSUPPORTED_OPERATION,
                    "Expected a task that waits for input, but it is "
                            + task.state().word() + ".");
        }
        JsonObject item = only(meant, task);
        String where = item.has("boardId") ? item.text("boardId") : id;
        JsonObject.Builder body = JsonObject.builder();
        if (item.text("kind").equals("task")) {
            body.put("worker", item.text("worker"))
                    .put("invocationId", item.text("invocationId"))
                    .put("proposalId", given.id())
                    .put("patch", said.get("patch").orElse(Json.nul()));
            api.post(caller, Reader.path(where) + "/proposals", body.build());
        } else {
            body.put("commandId", given.id());
            DECISION.forEach(name -> body.putIfPresent(name, said.get(name)));
            if (!said.has("reason")) {
                body.put("reason", "By a message of A2A");
            }
            api.post(
                    caller,
                    "/v1/inbox/" + Api.encoded(where) + "/" + item.get("item").orElseThrow(),
                    body.build());
        }
        return reader.read(caller, id);
    }

    /** The kernel knows such a message again on the board that it is for; what may have been an answer, it may not. */
    private static boolean isDecision(JsonObject said, JsonObject item) {
        return said.has("option") && !said.has("patch") && !item.text("kind").equals("task");
    }

    /** Where a message of this task may have been taken: its own board, and those below that are known by it. */
    private static Set<String> boards(BoardTask task, JsonObject said) {
        Set<String> boards = new LinkedHashSet<>(List.of(task.id()));
        Stream.concat(Stream.of(said), task.waiting().stream())
                .flatMap(of -> Given.optional(of, "boardId").stream())
                .forEach(boards::add);
        return boards;
    }

    /** Whether this very message came before: it counts once, whatever the task waits for by now. */
    private boolean wasTaken(Caller caller, Given given, Set<String> boards)
            throws RefusedException, InterruptedException {
        for (String board : boards) {
            for (String requests : List.of("/commands/", "/proposals/")) {
                if (api.find(caller, Reader.path(board) + requests + given.id()).isPresent()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static JsonObject said(Given given) throws A2aException {
        if (given.data().size() == 1 && given.data().get(0) instanceof JsonObject data) {
            return data;
        }
        if (given.data().isEmpty() && given.text().isPresent()) {
            return JsonObject.of("option", Json.of(given.text().get().strip()));
        }
        throw A2aException.invalid("Expected a text part that is one of the options, or one data part with option,"
                + " reason, or patch, but got another.");
    }

    private static List<JsonObject> meant(BoardTask task, JsonObject said) {
        return task.waiting().stream()
                .filter(item -> said.get("item").isEmpty() || said.get("item").equals(item.get("item")))
                .filter(item -> said.get("boardId").isEmpty()
                        || said.get("boardId").equals(item.get("boardId").or(() -> Optional.of(Json.of(task.id())))))
                .filter(item -> said.get("invocationId").isEmpty()
                        || said.get("invocationId").equals(item.get("invocationId")))
                .toList();
    }

    private static JsonObject only(List<JsonObject> meant, BoardTask task) throws A2aException {
        if (meant.size() == 1) {
            return meant.get(0);
        }
        throw A2aException.invalid("Expected item or invocationId of what the task waits for, of "
                + JsonArray.copyOf(task.waiting()) + ", but got another or none.");
    }

    BoardTask read(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        return reader.read(caller, id(params));
    }

    BoardTask cancel(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        BoardTask task = read(caller, params);
        if (task.state().isTerminal()) {
            throw notCancelable(task);
        }
        try {
            api.post(caller, Reader.path(task.id()) + "/cancel", JsonObject.of("reason", Json.of("Cancelled by A2A")));
        } catch (RefusedException e) {
            BoardTask now = read(caller, params);
            throw now.state().isTerminal() ? notCancelable(now) : A2aException.of(e);
        }
        return read(caller, params);
    }

    private static A2aException notCancelable(BoardTask task) {
        return new A2aException(
                Fault.TASK_NOT_CANCELABLE,
                "Expected a task that has not ended, but it is " + task.state().word() + ".");
    }

    static String id(JsonObject params) throws A2aException {
        return Given.optional(params, "id")
                .orElseThrow(() -> A2aException.invalid("Expected the id of a task, but got none."));
    }
}
