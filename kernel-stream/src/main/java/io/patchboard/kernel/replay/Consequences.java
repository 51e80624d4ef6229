package io.patchboard.kernel.replay;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.Review;
import io.patchboard.kernel.decide.Sent;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.RememberedRejection;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectionCode;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * That what follows on each input, and on time that passes, is what the kernel comes to, entry by entry and field by
 * field.
 *
 * <p>Ids of invocations are taken from the log: only the kernel that drew them can draw them again. The last decision
 * of a log may lack entries, which a reader of several topics may not have seen yet.
 */
final class Consequences {

    /** Of what was sent, which is not repeated, or signed; its place in the chain; words, which may change. */
    private static final Set<String> GIVEN = Set.of(
            "hash",
            "previousHash",
            "proposal",
            "command",
            "sentPatch",
            "sentFormer",
            "signature",
            "expectedSequence",
            "message");

    /** By type what kernels of before did not write; one that wrote it once does so from then on. */
    private static final Map<String, Set<String>> ADDED = Map.of(
            "PatchRejected", Set.of("trigger", "viewHash", "failure"),
            "TriggerHeld", Set.of("attempt"),
            "CircuitTripped", Set.of("insteadOf"));

    private static final String UNTRUSTED = "untrusted";

    /** Lists of invocations in the order of their ids. */
    private static final Set<String> BY_ID = Set.of("abandonedInvocations", "superseded");

    private final Review review;
    private final Differences differences;
    private final Deque<LogEntry> expected = new ArrayDeque<>();

    /** Of the decision's invocations the id, and of its rejections the words: as they are here, and in the log. */
    private final Map<String, String> logged = new HashMap<>();

    /** What kernels of before did not write, and this log has had. */
    private final Set<String> written = new HashSet<>();

    private boolean lost = true;

    /** Whether the entry before led the board back to a version, and nobody has signed how that was. */
    private boolean ledBack;

    Consequences(Review review, Differences differences) {
        this.review = review;
        this.differences = differences;
    }

    /** @param agrees whether the entry has a verdict that the judge comes to as well */
    void verify(Board before, LogEntry entry, History history, boolean agrees) {
        boolean heldAgain = ledBack && entry.event() instanceof TriggerHeld;
        ledBack = isUnsigned(entry);
        if (Sent.isOutcome(entry)) {
            missing(entry);
            if (entry.event() instanceof CommandRejected && !agrees) {
                expected.clear(); // nothing follows on it
                lost = false;
                return;
            }
            begin(agrees || Sent.isUnread(entry) ? review.decideAgain(before, entry, history) : Optional.empty());
        } else if (isWithdrawn(entry) && expected.isEmpty()) {
            lost = true; // it comes before the command that it follows from
        } else if (expected.isEmpty() && !lost) {
            begin(Optional.of(review.decide(
                    before, new Input.Tick(), history, entry.header().time())));
        }
        lost |= heldAgain;
        if (!lost) {
            follow(entry);
        }
    }

    /** Which matches it holds again, no log has but by the entries that follow. */
    private static boolean isUnsigned(LogEntry entry) {
        return entry.event() instanceof BoardRestored restored
                && restored.mark().isEmpty()
                && restored.sentFormer().isEmpty();
    }

    private static boolean isWithdrawn(LogEntry entry) {
        return entry.event() instanceof PatchRejected rejected
                && rejected.rejection().is(RejectionCode.WITHDRAWN);
    }

    private void missing(LogEntry next) {
        if (!lost && !expected.isEmpty()) {
            differences.add(next, "type", expected.peek().type() + ", which follows on the entry before", next.type());
        }
    }

    private void begin(Optional<Decision> decision) {
        expected.clear();
        logged.clear();
        decision.ifPresent(again -> expected.addAll(again.entries()));
        lost = decision.isEmpty();
    }

    private void follow(LogEntry entry) {
        LogEntry computed = expected.poll();
        if (computed == null || !computed.type().equals(entry.type())) {
            String follows = computed == null ? "no entry, since nothing was due" : computed.type();
            differences.add(entry, "type", follows, entry.type());
            lost = true;
            return;
        }
        if (computed.event() instanceof WorkerInvoked mine && entry.event() instanceof WorkerInvoked theirs) {
            logged.put(mine.invocationId(), theirs.invocationId());
        } else if (computed.event() instanceof PatchRejected mine && entry.event() instanceof PatchRejected theirs) {
            logged.put(wordsInViews(mine), wordsInViews(theirs));
        }
        compare(entry, computed.toJson(), entry.toJson());
    }

    private void compare(LogEntry entry, JsonObject computed, JsonObject claimed) {
        Set<String> names = new TreeSet<>(computed.names());
        names.addAll(claimed.names());
        names.removeAll(GIVEN);
        for (String name : names) {
            Optional<Json> here = computed.get(name).map(Consequences::withoutWords);
            Optional<Json> there = claimed.get(name).map(Consequences::withoutWords);
            if (!here.equals(there) && !isUnsaid(entry, name, here, there) && !isSame(name, here, there)) {
                differences.compare(entry, name, here, there);
            }
        }
        added(entry).stream().filter(claimed::has).forEach(name -> written.add(entry.type() + "/" + name));
        if (claimed.get("view").filter(Consequences::saysWhatIsUntrusted).isPresent()) {
            written.add(UNTRUSTED);
        }
    }

    /** Kernels of before wrote less, also into views; that a hash is that of the view is verified. */
    private boolean isUnsaid(LogEntry entry, String name, Optional<Json> computed, Optional<Json> claimed) {
        if (claimed.isEmpty() && added(entry).contains(name)) {
            return !written.contains(entry.type() + "/" + name);
        }
        return entry.event() instanceof WorkerInvoked
                && (name.equals("viewHash")
                        || name.equals("egress") && claimed.isEmpty()
                        || name.equals("view")
                                && !written.contains(UNTRUSTED)
                                && claimed.equals(computed.map(Consequences::asOfBefore)));
    }

    private static Set<String> added(LogEntry entry) {
        return ADDED.getOrDefault(entry.type(), Set.of());
    }

    private static boolean saysWhatIsUntrusted(Json view) {
        return view instanceof JsonObject object && object.has(UNTRUSTED);
    }

    private static Json asOfBefore(Json view) {
        return view instanceof JsonObject object ? object.without(UNTRUSTED) : view;
    }

    private boolean isSame(String name, Optional<Json> computed, Optional<Json> claimed) {
        Optional<Json> same = computed.map(this::asLogged);
        return BY_ID.contains(name) ? sorted(same).equals(sorted(claimed)) : same.equals(claimed);
    }

    private static List<String> sorted(Optional<Json> ids) {
        return ids.orElse(Json.nul()) instanceof JsonArray all
                ? all.stream().map(Json::toString).sorted().toList()
                : List.of();
    }

    private static String wordsInViews(PatchRejected rejected) {
        return rejected.rejectionAsTold()
                .withMessageOf(RememberedRejection.MESSAGE_CHARS)
                .message();
    }

    /** What a worker is told of a rejection has words, too. */
    private static Json withoutWords(Json value) {
        return value instanceof JsonObject object && object.has("message") && object.has("pointer")
                ? object.without("message")
                : value;
    }

    private Json asLogged(Json value) {
        return switch (value) {
            case JsonString text ->
                Optional.ofNullable(logged.get(text.value()))
                        .<Json>map(Json::of)
                        .orElse(text);
            case JsonArray array ->
                JsonArray.of(array.stream().map(this::asLogged).toArray(Json[]::new));
            case JsonObject object -> {
                JsonObject renamed = object;
                for (String name : object.names()) {
                    renamed = renamed.with(name, asLogged(object.get(name).orElseThrow()));
                }
                yield renamed;
            }
            default -> value;
        };
    }
}
