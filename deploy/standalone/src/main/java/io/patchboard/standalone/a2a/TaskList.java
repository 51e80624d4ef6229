package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNull;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.board.Api;
import io.patchboard.standalone.mcp.board.RefusedException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The tasks that a caller may see, the latest first. */
final class TaskList {

    private static final int USUAL = 50;
    private static final int MOST = 100;
    /** Of boards that are counted, in parts of as many as the API gives. */
    private static final int MOST_PARTS = 10;

    /** After the task with which there are so many, a page ends: a result may be as long as a board's state. */
    private static final long ENOUGH_BYTES = 4L << 20;

    private static final String PART = "1000";

    private final Api api;
    private final Reader reader;

    TaskList(Api api, Reader reader) {
        this.api = api;
        this.reader = reader;
    }

    private record Wish(int size, Optional<State> state, Optional<Instant> after, Map<String, Optional<String>> query) {

        static Wish of(JsonObject params) throws A2aException {
            Optional<State> state = state(params);
            Map<String, Optional<String>> query = new LinkedHashMap<>();
            query.put("order", Optional.of("recent"));
            query.put(
                    "label",
                    Given.optional(params, "contextId").map(context -> BoardTask.CONTEXT_LABEL + "=" + context));
            query.put("phase", state.flatMap(State::phase));
            return new Wish(size(params), state, after(params), query);
        }

        private static int size(JsonObject params) throws A2aException {
            Optional<Json> said = params.get("pageSize");
            if (said.isEmpty()) {
                return USUAL;
            }
            String number = said.get().toString();
            if (!number.matches("\\d{1,3}") || Integer.parseInt(number) < 1 || Integer.parseInt(number) > MOST) {
                throw A2aException.invalid("Expected a pageSize from 1 to " + MOST + ", but got another.");
            }
            return Integer.parseInt(number);
        }

        private static Optional<State> state(JsonObject params) throws A2aException {
            Optional<String> word = Given.optional(params, "status").filter(name -> !name.endsWith("_UNSPECIFIED"));
            if (word.isPresent() && State.named(word.get()).isEmpty()) {
                throw A2aException.invalid("Expected one of " + State.words() + " as status, but got another.");
            }
            return word.flatMap(State::named);
        }

        private static Optional<Instant> after(JsonObject params) throws A2aException {
            if (params.get("statusTimestampAfter").isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(Instant.parse(params.text("statusTimestampAfter")));
            } catch (DateTimeException e) {
                throw A2aException.invalid(
                        "Expected a time such as 2026-01-31T12:00:00Z as statusTimestampAfter, but" + " got another.");
            }
        }

        boolean wants(BoardTask task) {
            return state.isEmpty() || state.get() == task.state();
        }

        boolean isRecent(String time) {
            return after.isEmpty() || !Instant.parse(time).isBefore(after.get());
        }
    }

    JsonObject list(Caller caller, JsonObject params) throws A2aException, InterruptedException {
        requireHistoryLength(params);
        Wish wish = Wish.of(params);
        Optional<String> context = Given.optional(params, "contextId");
        boolean artifacts = artifacts(params);
        Optional<BoardTask> own = own(caller, context).filter(task -> wish.wants(task) && wish.isRecent(task.time()));
        try {
            JsonObject part = part(caller, wish, Integer.toString(wish.size()), Given.optional(params, "pageToken"));
            List<Json> tasks = new ArrayList<>();
            boolean past = false;
            long bytes = 0;
            int looked = 0;
            for (JsonObject brief : Reader.objects(part, "boards")) {
                if (!wish.isRecent(brief.text("time"))) {
                    past = true;
                    break;
                }
                if (bytes >= ENOUGH_BYTES) { // the same part again, up to here, tells where to go on
                    part = part(caller, wish, Integer.toString(looked), Given.optional(params, "pageToken"));
                    break;
                }
                looked++;
                Optional<BoardTask> task = found(caller, brief.text("boardId"));
                if (task.filter(wish::wants).isPresent()) {
                    JsonObject told = task.get().json(artifacts);
                    bytes += told.canonicalBytes();
                    tasks.add(told);
                }
            }
            if (past || part.get("next").isEmpty()) {
                own.ifPresent(task -> tasks.add(task.json(artifacts)));
            }
            return JsonObject.builder()
                    .put("tasks", JsonArray.copyOf(tasks))
                    .put("nextPageToken", past ? "" : part.text("next"))
                    .put("pageSize", tasks.size())
                    .put("totalSize", count(caller, wish) + own.stream().count())
                    .build();
        } catch (RefusedException e) {
            throw A2aException.of(e);
        }
    }

    private static boolean artifacts(JsonObject params) throws A2aException {
        return switch (params.get("includeArtifacts").orElse(Json.nul())) {
            case JsonBoolean flag -> flag.value();
            case JsonNull none -> false;
            default -> throw A2aException.invalid("Expected true or false as includeArtifacts, but got another.");
        };
    }

    /** The one that a context began with has no label: its id is the context. It is the oldest one of it. */
    private Optional<BoardTask> own(Caller caller, Optional<String> context) throws A2aException, InterruptedException {
        return context.isEmpty()
                ? Optional.empty()
                : found(caller, context.get()).filter(task -> task.context().equals(context.get()));
    }

    /** Absent where there is none, or none that can be told any more. */
    private Optional<BoardTask> found(Caller caller, String id) throws A2aException, InterruptedException {
        try {
            return Optional.of(reader.read(caller, id));
        } catch (A2aException e) {
            if (e.fault() == Fault.TASK_NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private JsonObject part(Caller caller, Wish wish, String limit, Optional<String> cursor)
            throws RefusedException, InterruptedException {
        return part(caller, wish.query(), limit, cursor);
    }

    private JsonObject part(Caller caller, Map<String, Optional<String>> wanted, String limit, Optional<String> cursor)
            throws RefusedException, InterruptedException {
        Map<String, Optional<String>> query = new LinkedHashMap<>(wanted);
        query.put("limit", Optional.of(limit));
        query.put("cursor", cursor);
        return api.get(caller, "/v1/boards", query).object();
    }

    /** Of so many as can be counted soon; by what lists have, without opening each board. */
    private long count(Caller caller, Wish wish) throws RefusedException, InterruptedException {
        Set<String> waiting = new HashSet<>();
        if (wish.state().filter(state -> state.phase().isEmpty()).isPresent()) {
            Map<String, Optional<String>> needing = new LinkedHashMap<>(wish.query());
            needing.put("needsPerson", Optional.of("true"));
            each(caller, needing, brief -> waiting.add(brief.text("boardId")));
        }
        long[] count = {0};
        each(caller, wish.query(), brief -> {
            State state = State.of(brief.text("phase"), waiting.contains(brief.text("boardId")));
            if (wish.isRecent(brief.text("time"))
                    && (wish.state().isEmpty() || wish.state().get() == state)) {
                count[0]++;
            }
        });
        return count[0];
    }

    private void each(Caller caller, Map<String, Optional<String>> query, Consumer<JsonObject> visitor)
            throws RefusedException, InterruptedException {
        Optional<String> cursor = Optional.empty();
        for (int i = 0; i < MOST_PARTS; i++) {
            JsonObject part = part(caller, query, PART, cursor);
            Reader.objects(part, "boards").forEach(visitor);
            cursor = Given.optional(part, "next");
            if (cursor.isEmpty()) {
                break;
            }
        }
    }

    /** No history is kept, which is within any length; one that is none is refused all the same. */
    static void requireHistoryLength(JsonObject params) throws A2aException {
        Optional<Json> said = params.get("historyLength");
        if (said.isPresent()
                && (said.get() instanceof JsonString || !said.get().toString().matches("\\d{1,9}"))) {
            throw A2aException.invalid("Expected a number from 0 as historyLength, but got another.");
        }
    }
}
