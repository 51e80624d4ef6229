package io.patchboard.client.board;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.decide.Decider;
import io.patchboard.kernel.decide.Input;
import io.patchboard.kernel.decide.dispatch.InvocationIds;
import io.patchboard.kernel.decide.stage.Limits;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.History;
import io.patchboard.kernel.state.SeenIds;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/**
 * What the kernel would make of a proposal now: its own decision, about a board that was folded from the log. Nothing
 * is sent or written, no attempt is spent. Safe for use by several threads.
 *
 * <p>It is judged as a proposal that nobody has sent before, whatever its id. Until it is sent, others may change the
 * board.
 */
public final class DryRun {

    /** Ids of invocations that will never be made may be guessed by anyone. */
    private static final byte[] NO_SECRET = new byte[16];

    private final Decider decider;

    public DryRun(Blueprints blueprints) {
        this.decider = new Decider(Limits.DEFAULT, blueprints, new InvocationIds(NO_SECRET), queue -> true);
    }

    /**
     * @param outcome the commit or rejection, as it would stand in the log now
     * @param following what would stand behind it
     */
    public record Verdict(LogEntry outcome, List<LogEntry> following) {

        /** {@code dryRun} and {@code following}, the latter by type and, of invocations, by worker. */
        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("dryRun", Json.of(true))
                    .put(
                            "following",
                            JsonArray.copyOf(
                                    following.stream().map(Verdict::brief).toList()))
                    .build();
        }

        private static Json brief(LogEntry entry) {
            JsonObject.Builder brief = JsonObject.builder().put("type", entry.type());
            if (entry.event() instanceof WorkerInvoked invoked) {
                brief.put("worker", invoked.worker())
                        .put("rule", invoked.trigger().rule());
            }
            return brief.build();
        }
    }

    /**
     * @param board after the last entry of its log; absent where there is none
     * @param ends how an invocation ended that is not open, by its id
     */
    public Verdict judge(
            Board board, Function<String, History.InvocationEnd> ends, PatchProposal proposal, Instant time) {
        List<LogEntry> entries = decider.decide(
                        board, new Input.Proposed(proposal, proposal.toJson()), History.ofEnds(ends), time)
                .entries();
        return new Verdict(entries.get(0), entries.subList(1, entries.size()));
    }

    /**
     * As {@link #judge}, about the board of a log.
     *
     * @param log whole, in order; empty where there is no board
     * @throws IllegalArgumentException if it is damaged, with the reason
     */
    public Verdict judge(List<LogEntry> log, PatchProposal proposal, Instant time) {
        BoardProjection projection = new BoardProjection(proposal.boardId(), new Blueprints());
        log.forEach(projection::accept);
        projection.damage().ifPresent(damage -> {
            throw new IllegalArgumentException(damage);
        });
        SeenIds seen = new SeenIds();
        log.forEach(seen::remember);
        return judge(projection.board(), seen::endOf, proposal, time);
    }
}
