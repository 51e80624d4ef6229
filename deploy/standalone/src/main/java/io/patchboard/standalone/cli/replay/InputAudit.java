package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.SentRecord;
import io.patchboard.client.log.UnreadableLogException;
import io.patchboard.encoding.DecodeException;
import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.state.HistoryEntry;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Topics;
import io.patchboard.registry.RegistryConfig;
import io.patchboard.registry.RegistryUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether everything that was sent has an outcome.
 *
 * <p>A proposal is known by its board, worker, invocation and id, a command by its board and id. What has no id that
 * can be read is known by what its rejection repeats of it: the text, or the hash of the record. Each such record has a
 * rejection of its own.
 *
 * <p>What comes before its board waits for it for some seconds, and may have no outcome until then.
 *
 * <p>What it costs: 16 bytes or so for each outcome, since only a hash of what it is known by is kept.
 */
final class InputAudit {

    /** Of missing ones, the first so many are told. */
    private static final int MOST_TOLD = 1_000;

    private final RecordDecoder decoder;
    private final boolean hasRegistry;
    private final Topics topics;
    private final LongSet outcomes = new LongSet();
    private final Map<Long, Integer> unnamed = new HashMap<>();
    private final LongSet waiting = new LongSet();
    private final LongSet created = new LongSet();
    private final List<Missing> missing = new ArrayList<>();
    private long decided;
    private long undecided;
    private long early;
    private long moved;
    private long missed;
    private long needRegistry;

    /** @param ids what the record may be known by */
    private record Missing(SentRecord sent, String what, List<Long> ids) {

        String board() {
            return InputAudit.board(sent);
        }
    }

    InputAudit(Topics topics, Map<String, String> properties) {
        this.topics = topics;
        this.decoder = RecordDecoder.of(JsonLimits.DEFAULT, properties);
        this.hasRegistry = RegistryConfig.ofProperties(properties).isPresent();
    }

    /** Takes the log; all of it comes before what was {@linkplain #sent sent}. */
    void outcome(LogEntry entry) {
        String board = entry.boardId();
        if (entry.event() instanceof BoardCreated) {
            created.add(OutcomeKey.board(board));
        } else if (entry.event() instanceof PatchCommitted committed
                && committed.repeats().isEmpty()) {
            outcomes.add(OutcomeKey.proposal(
                    board, committed.worker(), committed.invocationId().orElse(""), committed.proposalId()));
        } else if (entry.event() instanceof PatchHeld held) {
            // The log's own rules see to it that one outcome follows, or the board's end.
            outcomes.add(OutcomeKey.proposal(
                    board, held.worker(), held.invocationId().orElse(""), held.proposalId()));
        } else if (entry.event() instanceof PatchRejected rejected) {
            Json sent = rejected.proposal().orElse(Json.nul());
            rejected.proposalId()
                    .ifPresent(id -> outcomes.add(OutcomeKey.proposal(
                            board,
                            rejected.worker().orElse(""),
                            rejected.invocationId().orElse(text(sent, "invocationId")),
                            id)));
            repeated(board, rejected.proposalId(), rejected.proposal());
        } else if (entry.event() instanceof CommandRejected rejected) {
            repeated(board, rejected.commandId(), rejected.command());
        }
        for (HistoryEntry fact : HistoryEntry.of(entry.event())) {
            if (fact.kind() == HistoryEntry.Kind.COMMAND) {
                outcomes.add(OutcomeKey.command(board, fact.id()));
            }
        }
    }

    /** Of one that has an id there is one outcome, however often it was sent; of others there is one each time. */
    private void repeated(String board, Optional<String> id, Optional<Json> what) {
        what.map(sent -> isExcerpt(sent)
                        ? OutcomeKey.excerpt(board, text(sent, "sha256"))
                        : OutcomeKey.echo(board, sent))
                .ifPresent(key -> {
                    if (id.isPresent()) {
                        outcomes.add(key);
                    } else {
                        unnamed.merge(key, 1, Integer::sum);
                    }
                });
    }

    private static boolean isExcerpt(Json sent) {
        return sent instanceof JsonObject object
                && !object.has("boardId")
                && object.get("bytes").filter(JsonNumber.class::isInstance).isPresent()
                && object.has("sha256")
                && object.has("beginning");
    }

    /** @throws UnreadableLogException if the Schema Registry cannot be asked */
    void sent(SentRecord sent) {
        boolean isCommand = sent.topic().equals(topics.commands());
        List<Long> ids = new ArrayList<>();
        String what = known(sent, isCommand, ids);
        if (!sent.passed()) {
            undecided++;
            ids.forEach(waiting::add);
        } else if (hasOutcome(ids, sent.strayed())) {
            count(sent);
        } else if (!sent.strayed() && !created.contains(OutcomeKey.board(board(sent)))) {
            early++;
            ids.forEach(waiting::add);
        } else if (!sent.strayed() && needsRegistry(sent)) {
            needRegistry++;
        } else {
            missed++;
            if (missing.size() < MOST_TOLD || sent.strayed()) {
                missing.add(new Missing(sent, what, ids));
            }
        }
    }

    private static String board(SentRecord sent) {
        return sent.key() == null ? "" : new String(sent.key(), StandardCharsets.UTF_8);
    }

    /** What cannot be read here may well have been read by the kernel. */
    private boolean needsRegistry(SentRecord sent) {
        return !hasRegistry && sent.value() != null && sent.value().length > 0 && sent.value()[0] == 0;
    }

    /** How many records were written with a Schema Registry that nobody named. */
    long needRegistry() {
        return needRegistry;
    }

    private void count(SentRecord sent) {
        if (sent.strayed()) {
            moved++;
        } else {
            decided++;
        }
    }

    private boolean hasOutcome(List<Long> ids, boolean strayed) {
        for (long id : ids) {
            if (outcomes.contains(id)) {
                return true;
            }
            Integer left = unnamed.get(id);
            if (left != null && (left > 0 || strayed)) {
                // One that was sent on is there twice, and the rejection is that of the other one.
                unnamed.put(id, strayed ? left : left - 1);
                return true;
            }
        }
        return false;
    }

    /** Finds all that a record may be known by, surest first, and what to call it. */
    private String known(SentRecord sent, boolean isCommand, List<Long> ids) {
        Read read = read(sent, isCommand);
        String id = text(read.texts(), isCommand ? "commandId" : "proposalId");
        String hash = CanonicalJson.sha256(sent.value() == null ? new byte[0] : sent.value());
        // What has no usable key is in the log of its partition.
        for (String log : List.of(board(sent), "!partition-" + sent.partition())) {
            if (!id.isEmpty()) {
                ids.add(
                        isCommand
                                ? OutcomeKey.command(log, id)
                                : OutcomeKey.proposal(
                                        log, text(read.texts(), "worker"), text(read.texts(), "invocationId"), id));
            }
            read.whole().ifPresent(record -> ids.add(OutcomeKey.echo(log, record.without("blueprint"))));
            ids.add(OutcomeKey.excerpt(log, hash));
        }
        return (isCommand ? "command" : "proposal") + (id.isEmpty() ? " without an id, SHA-256 " + hash : " " + id);
    }

    /**
     * What could be read of a record.
     *
     * @param texts who sent it, which the kernel reads of some records that are none, too
     */
    private record Read(Optional<JsonObject> whole, JsonObject texts) {}

    private Read read(SentRecord sent, boolean isCommand) {
        try {
            JsonObject whole = isCommand
                    ? decoder.decodeCommand(sent.value()).toJson()
                    : decoder.decodeProposal(sent.value()).toJson();
            return new Read(Optional.of(whole), whole);
        } catch (DecodeException e) {
            return new Read(e.json(), e.texts());
        } catch (RegistryUnavailableException e) {
            throw new UnreadableLogException(
                    "What was sent cannot be read without its Schema Registry. " + e.getMessage());
        }
    }

    /** After all that was sent: one that was sent on, and waits where it was sent to, is not missing. */
    void finish() {
        List<Missing> strayed =
                missing.stream().filter(one -> one.sent().strayed()).toList();
        for (Missing one : strayed) {
            if (one.ids().stream().anyMatch(waiting::contains)) {
                moved++;
            } else if (needsRegistry(one.sent())) {
                needRegistry++;
            } else {
                continue;
            }
            missing.remove(one);
            missed--;
        }
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Missing one : missing) {
            findings.add(new Finding(
                    one.board(),
                    0,
                    "input",
                    "an outcome of " + one.what(),
                    "none; it is at " + one.sent().place()));
        }
        return findings;
    }

    String summary() {
        return decided + " inputs have an outcome"
                + (undecided == 0 ? "" : ", " + undecided + " are not yet decided")
                + (early == 0 ? "" : ", " + early + " wait some seconds for a board that nobody has created")
                + (moved == 0 ? "" : ", " + moved + " were moved to their board's partition")
                + (missed == 0 ? "" : ", " + missed + " have none");
    }

    JsonObject json() {
        return JsonObject.builder()
                .put("decided", decided)
                .put("undecided", undecided)
                .put("early", early)
                .put("moved", moved)
                .put("missing", missed)
                .put(
                        "first",
                        JsonArray.copyOf(missing.stream()
                                .map(one -> JsonObject.builder()
                                        .put("topic", one.sent().topic())
                                        .put("partition", one.sent().partition())
                                        .put("offset", one.sent().offset())
                                        .put("board", one.board())
                                        .put("input", one.what())
                                        .build())
                                .toList()))
                .build();
    }

    private static String text(Json json, String name) {
        return json instanceof JsonObject object && object.get(name).orElse(Json.nul()) instanceof JsonString string
                ? string.value()
                : "";
    }
}
