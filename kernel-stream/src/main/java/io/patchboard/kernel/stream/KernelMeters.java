package io.patchboard.kernel.stream;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.decide.log.Decision;
import io.patchboard.metrics.Metric;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchHeld;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Usage;
import java.time.Duration;
import java.util.List;

/**
 * What a kernel counts and times. What was decided in a transaction that was aborted is decided again, and counts
 * twice. Safe for use by several threads.
 */
public final class KernelMeters {

    private static final String COMMITTED = "committed";
    private static final String HELD = "held";
    private static final String REJECTED = "rejected";

    /** Where there is none: the label has a value all the same. */
    private static final String NONE = "";

    static final Metric PROPOSALS = Metric.counter(
            "patchboard.proposals",
            "Proposals and other ends of invocations that were decided",
            "blueprint",
            "outcome",
            "stage");

    static final Metric ENTRIES = Metric.counter("patchboard.entries", "Entries written to boards' logs", "type");

    static final Metric DECISION = Metric.time(
            "patchboard.decision", "From when a record is taken up until all that follows from it is in a transaction");

    static final Metric AGE = Metric.age(
            "patchboard.record.age", "How old a record is, by its timestamp, when it has been decided", "topic");

    static final Metric TOKENS = Metric.counter(
            "patchboard.tokens", "Tokens that answers used, as workers report them", "worker", "model", "direction");

    static final Metric CACHED_TOKENS = Metric.counter(
            "patchboard.tokens.cached",
            "Those of the tokens of input that came out of a provider's cache",
            "worker",
            "model");

    static final Metric REJECTED_TOKENS =
            Metric.counter("patchboard.tokens.rejected", "Those of them whose answer was rejected", "worker", "model");

    static final Metric COST = Metric.counter(
            "patchboard.cost", "Cost of answers, in the unit of the blueprints' budgets", "worker", "model");

    static final Metric TOOL_CALLS = Metric.counter(
            "patchboard.tool.calls", "Calls of tools that answers took, as workers report them", "worker");

    static final Metric DEGRADED = Metric.counter(
            "patchboard.commits.degraded", "Commits of workers that are fallbacks", "blueprint", "worker");

    static final Metric LOADS =
            Metric.counter("patchboard.board.loads", "Boards looked up, by where they were", "from");

    static final Metric ABORTS =
            Metric.counter("patchboard.transactions.aborted", "Transactions that were given up and are repeated");

    /** Set by who restores. */
    public static final Metric RESTORING = Metric.gauge(
            "patchboard.restore.left",
            "Records of changelogs that a kernel has to read before it decides on their boards");

    /** All of a kernel's. */
    public static final List<Metric> ALL = List.of(
            PROPOSALS,
            ENTRIES,
            DECISION,
            AGE,
            TOKENS,
            CACHED_TOKENS,
            REJECTED_TOKENS,
            COST,
            TOOL_CALLS,
            DEGRADED,
            LOADS,
            ABORTS,
            RESTORING);

    private final MeterRegistry registry;
    private final Timer decision;
    private final Timer proposalAge;
    private final Timer commandAge;
    private final Counter fromCache;
    private final Counter fromStore;
    private final Counter aborts;

    public KernelMeters(MeterRegistry registry) {
        this.registry = registry;
        this.decision = DECISION.timerIn(registry);
        this.proposalAge = AGE.timerIn(registry, "proposals");
        this.commandAge = AGE.timerIn(registry, "commands");
        this.fromCache = LOADS.counterIn(registry, "cache");
        this.fromStore = LOADS.counterIn(registry, "store");
        this.aborts = ABORTS.counterIn(registry);
    }

    /** A record was taken up, decided, and given to the transaction. */
    void processed(long nanos, boolean command, long ageMillis) {
        decision.record(Duration.ofNanos(nanos));
        (command ? commandAge : proposalAge).record(Duration.ofMillis(Math.max(0, ageMillis)));
    }

    void decided(Decision made) {
        String blueprint = made.board().blueprint().map(Blueprint::name).orElse(NONE);
        for (LogEntry entry : made.entries()) {
            Event event = entry.event();
            ENTRIES.counterIn(registry, entry.type()).increment();
            if (event instanceof PatchCommitted commit) {
                PROPOSALS.counterIn(registry, blueprint, COMMITTED, NONE).increment();
                commit.usage().ifPresent(usage -> used(commit.worker(), usage, true));
                if (!commit.marks().isEmpty()) {
                    DEGRADED.counterIn(registry, blueprint, commit.worker()).increment();
                }
            } else if (event instanceof PatchHeld) {
                PROPOSALS.counterIn(registry, blueprint, HELD, NONE).increment();
            } else if (event instanceof PatchRejected rejected) {
                PROPOSALS
                        .counterIn(
                                registry,
                                blueprint,
                                REJECTED,
                                rejected.rejection().stage().name())
                        .increment();
                rejected.usage().ifPresent(usage -> used(rejected.worker().orElse(NONE), usage, false));
            }
        }
    }

    private void used(String worker, Usage usage, boolean committed) {
        String model = usage.model().orElse(NONE);
        TOKENS.counterIn(registry, worker, model, "input").increment((double) usage.inputTokens());
        TOKENS.counterIn(registry, worker, model, "output").increment((double) usage.outputTokens());
        long cached = usage.circumstances().cachedInputTokens();
        if (cached > 0) {
            CACHED_TOKENS.counterIn(registry, worker, model).increment((double) cached);
        }
        if (!committed) {
            REJECTED_TOKENS
                    .counterIn(registry, worker, model)
                    .increment((double) usage.inputTokens() + usage.outputTokens());
        }
        if (usage.toolCalls() > 0) {
            TOOL_CALLS.counterIn(registry, worker).increment((double) usage.toolCalls());
        }
        usage.cost().ifPresent(cost -> COST.counterIn(registry, worker, model).increment(cost.doubleValue()));
    }

    void lookedUp(boolean cached) {
        (cached ? fromCache : fromStore).increment();
    }

    /** A transaction was given up. */
    public void aborted() {
        aborts.increment();
    }
}
