package io.patchboard.kernel.stream;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Texts;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PauseBoard;
import io.patchboard.record.ResumeBoard;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Makes up a load while a kernel answers to it, and keeps every record that was sent. No timer fires during it. */
final class RecordedInput {

    /** A record of an input topic. */
    record Sent(boolean command, String board, String value, Instant time) {

        Sent withValue(String other) {
            return new Sent(command, board, other, time);
        }

        Sent withTime(Instant other) {
            return new Sent(command, board, value, other);
        }
    }

    static final int BOARDS = 12;
    private static final int STEPS = 700;

    private static final String BLUEPRINT = """
            apiVersion: patchboard/v1
            name: busy
            state:
              schema:
                type: object
                additionalProperties: false
                properties:
                  orders: {type: array, items: {type: object, required: [id], properties: {ok: {type: boolean}, id: {type: integer}}}}
                  payments: {type: array, items: {type: object, required: [id], properties: {id: {type: integer}}}}
                  notes: {type: array, items: {type: string}}
                  views: {type: object, additionalProperties: {type: string}}
                  n: {type: integer}
              initial: {orders: [], payments: [], notes: [], views: {}, n: 0}
            workers:
              editor:
                unsolicited: true
                read: ['']
                privileged: true
                write: [{op: [add], path: /orders/-}, {op: [add], path: /payments/-}, {op: [add, remove], path: '/notes/*'}, {op: [replace], path: /n}]
              clerk: {maxConcurrent: 1, read: ['/orders/*'], write: [{op: [add, replace], path: '/orders/*/ok'}], view: {maxChars: 1200}}
              shipper: {queue: llm, read: ['/orders/*', '/payments/*'], write: [{op: [add], path: /notes/-}]}
              critic: {read: ['/orders/*', /n], write: [{op: [add], path: '/views/*', onConflict: overwrite}]}
              helper: {write: [{op: [add], path: '/views/*', onConflict: overwrite}], policy: rare}
            rules:
              - {name: ship, on: {all: [{op: [add], path: '/orders/*'}, {op: [add], path: '/payments/*'}], correlate: item.id}, invoke: shipper}
              - {name: check, on: {op: [add], path: '/orders/*'}, invoke: clerk}
              - {name: file, on: {op: [add], path: '/notes/*'}, batch: {size: 3}, invoke: {choose: "state.n > 9 ? 'critic' : 'helper'", among: [critic, helper]}}
              - {name: survey, on: {op: [replace], path: /n}, when: state.n % 2 == 0, forEach: '/orders/*', pin: true, maxConcurrent: 2, invoke: critic}
            invariants: [{name: n-grows, path: /n, rule: self >= oldSelf}]
            policies:
              default: {timeout: PT1H, retry: {maxAttempts: 2}, onExhausted: {catch: helper}}
              rare: {timeout: PT1H, retry: {maxAttempts: 1}}
            circuit: {invalidStreak: {worker: 2}, onTrip: [{verify: helper}, {tighten: 0.5}, retry, stop, halt]}
            budgets: {invocations: 12}
            complete: {when: state.n > 60, result: /notes}
            """;

    private static final String WRONG = """
            apiVersion: patchboard/v1
            name: wrong
            state: {schema: {properties: {n: {minimum: many}, m: {type: any}}}, initial: {}}
            workers: {z: {policy: none}, a: {policy: none}}
            rules: [{name: r, on: {event: created}, invoke: nobody}]
            """;

    private final KernelDriver kernel;
    private final Random random;
    private final List<Sent> sent = new ArrayList<>();
    private final Map<String, LogEntry> open = new LinkedHashMap<>();
    private Instant now = KernelDriver.START;
    private int ids;

    private RecordedInput(KernelDriver kernel, Random random) {
        this.kernel = kernel;
        this.random = random;
    }

    static List<Sent> record(KernelDriver kernel, Random random) {
        RecordedInput input = new RecordedInput(kernel, random);
        for (int board = 0; board < BOARDS; board++) {
            input.create(name(board), spelling(board, BLUEPRINT));
        }
        for (int board = 0; board < BOARDS; board++) {
            input.create("refused-" + board, spelling(board, WRONG));
        }
        for (int step = 0; step < STEPS; step++) {
            input.step(step);
        }
        return List.copyOf(input.sent);
    }

    /** Two spellings of the same blueprint; which one a task sees first must not matter. */
    private static Json spelling(int board, String blueprint) {
        Json json = Texts.json(blueprint);
        return board % 2 == 0 ? json : JsonReader.parse(CanonicalJson.text(json));
    }

    private void create(String board, Json blueprint) {
        CreateBoard create = new CreateBoard("create", board, blueprint, JsonReader.parse("{\"of\":1}"));
        send(true, board, JsonWriter.compact(create.toJson()));
    }

    private static String name(int board) {
        return "board-" + board + "-ü";
    }

    private void step(int step) {
        String board = name(random.nextInt(BOARDS));
        int kind = random.nextInt(34);
        if (kind < 14 && !open.isEmpty()) {
            answer(new ArrayList<>(open.values()).get(random.nextInt(open.size())));
        } else if (kind < 27) {
            edit(board, step);
        } else if (kind < 29) {
            Sent old = sent.get(random.nextInt(sent.size()));
            send(old.command(), old.board(), old.value());
        } else if (kind == 29) {
            send(random.nextBoolean(), board, "garbage " + step);
        } else if (kind == 30) {
            send(true, board, JsonWriter.compact(new PauseBoard(nextId(), board, Optional.empty()).toJson()));
        } else {
            send(true, board, JsonWriter.compact(new ResumeBoard(nextId(), board, Optional.empty()).toJson()));
        }
    }

    private void edit(String board, int step) {
        int id = step / 60;
        String operation = switch (random.nextInt(9)) {
            case 0, 1, 2 -> "{op: add, path: /orders/-, value: {id: " + id + "}}";
            case 3, 4 -> "{op: add, path: /payments/-, value: {id: " + id + "}}";
            case 5 -> "{op: add, path: /notes/-, value: 'note " + step + "'}";
            case 6 -> "{op: replace, path: /n, value: " + step / 10 + "}";
            case 7 -> "{op: remove, path: /notes/0}";
            default ->
                random.nextBoolean()
                        ? "{op: replace, path: /n, value: none}"
                        : "{op: add, path: /orders/-, value: {id: none, ok: 3}}";
        };
        propose(board, random.nextInt(12) == 0 ? "stranger" : "editor", Optional.empty(), operation);
    }

    private void answer(LogEntry invocation) {
        WorkerInvoked invoked = (WorkerInvoked) invocation.event();
        String item = invoked.trigger().path().orElse("");
        String operation = switch (invoked.worker()) {
            case "clerk" -> "{op: add, path: " + item + "/ok, value: true}";
            case "shipper" -> "{op: add, path: /notes/-, value: 'shipped " + item + "'}";
            default -> "{op: add, path: '/views/" + item.replace('/', '.') + "', value: seen}";
        };
        operation = switch (random.nextInt(8)) {
            case 0 -> "{op: remove, path: /orders/0}";
            case 1 -> operation.replace("value: ", "value: 7, was: ");
            case 2 -> "{op: add, path: '/$expand/-', value: /orders/0}";
            default -> operation;
        };
        if (random.nextInt(10) > 0) {
            open.remove(invoked.invocationId()); // otherwise it is answered once more
        }
        propose(invocation.boardId(), invoked.worker(), Optional.of(invoked.invocationId()), operation);
    }

    private void propose(String board, String worker, Optional<String> invocationId, String operation) {
        Json patch = Texts.json("[" + operation + "]");
        PatchProposal proposal = new PatchProposal(
                nextId(),
                board,
                worker,
                invocationId,
                patch,
                Optional.of(new Usage(random.nextInt(100), random.nextInt(9))),
                Optional.empty());
        send(false, board, JsonWriter.compact(proposal.toJson()));
    }

    /** Times are those of several senders: mostly later, sometimes a little earlier than that of the record before. */
    private void send(boolean command, String board, String value) {
        now = now.plusMillis(random.nextInt(900) - 100);
        Sent next = new Sent(command, board, value, now);
        sent.add(next);
        byte[] key = board.getBytes(StandardCharsets.UTF_8);
        for (LogEntry entry : kernel.take(command, key, value.getBytes(StandardCharsets.UTF_8), now)) {
            if (entry.event() instanceof WorkerInvoked invoked) {
                open.put(invoked.invocationId(), entry);
            }
        }
    }

    private String nextId() {
        return "id-" + ++ids;
    }
}
