package io.patchboard.kernel.replay.whatif;

import io.patchboard.kernel.decide.Verdict;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Usage;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What would have been other on one board. Not for several threads. */
public final class Outlook {

    private final List<Flip> flips = new ArrayList<>();
    private final List<Invited> added = new ArrayList<>();
    private final List<Invited> gone = new ArrayList<>();
    private final Map<String, Long> tokensById = new HashMap<>();
    private final List<String> goneIds = new ArrayList<>();
    private final Map<String, Answers> answers = new TreeMap<>();
    private long judged;
    private long unjudged;
    private OptionalLong leaves = OptionalLong.empty();

    /** How many answers of a worker say what they used, and how much that is in tokens. */
    public record Answers(long count, long tokens) {

        /** Both together. */
        public Answers plus(Answers other) {
            return new Answers(count + other.count, tokens + other.tokens);
        }
    }

    /** Takes what an entry of the log says of costs. */
    void heard(LogEntry entry, Optional<String> worker, Optional<String> invocationId, Optional<Usage> usage) {
        if (usage.isPresent() && worker.isPresent()) {
            long tokens = usage.get().inputTokens() + usage.get().outputTokens();
            answers.merge(worker.get(), new Answers(1, tokens), Answers::plus);
            invocationId.ifPresent(id -> tokensById.merge(id, tokens, Long::sum));
        }
    }

    void judged(LogEntry entry, String worker, Verdict then, Verdict now) {
        judged++;
        if (then.flips(now)) {
            flips.add(new Flip(entry.sequence(), worker, then, now));
        }
    }

    void passedOver() {
        unjudged++;
    }

    void added(Invited invited) {
        added.add(invited);
    }

    void gone(WorkerInvoked invoked) {
        gone.add(Invited.of(invoked));
        goneIds.add(invoked.invocationId());
    }

    void leaves(long sequence) {
        leaves = OptionalLong.of(sequence);
    }

    boolean hasLeft() {
        return leaves.isPresent();
    }

    /** In the order of the log. */
    public List<Flip> flips() {
        return List.copyOf(flips);
    }

    /** Invocations that there would have been and that the log does not have. */
    public List<Invited> added() {
        return List.copyOf(added);
    }

    /** Invocations of the log that there would not have been. */
    public List<Invited> gone() {
        return List.copyOf(gone);
    }

    /** Tokens that the answers to those used, as they report. */
    public long tokensSaved() {
        return goneIds.stream().mapToLong(id -> tokensById.getOrDefault(id, 0L)).sum();
    }

    /** What answers cost in this log, by worker. */
    public Map<String, Answers> answers() {
        return Map.copyOf(answers);
    }

    /** How many verdicts were asked. */
    public long judged() {
        return judged;
    }

    /** How many verdicts could not be asked, or come after the log was left. */
    public long unjudged() {
        return unjudged;
    }

    /** The entry after which workers would have been invited otherwise; absent if there is none. */
    public OptionalLong leaves() {
        return leaves;
    }

    /** Whether all would have been as it was. */
    public boolean isTheSame() {
        return flips.isEmpty() && added.isEmpty() && gone.isEmpty();
    }
}
