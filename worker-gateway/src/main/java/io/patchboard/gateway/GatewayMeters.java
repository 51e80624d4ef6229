package io.patchboard.gateway;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.patchboard.gateway.runner.ShadowAnswer;
import io.patchboard.gateway.runner.llm.tool.Trajectories;
import io.patchboard.gateway.runner.llm.tool.Trajectory;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.metrics.Metric;
import io.patchboard.record.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What a gateway counts and times. Safe for use by several threads. */
public final class GatewayMeters {

    static final Metric INVOCATIONS = Metric.counter(
            "patchboard.invocations",
            "Invocations that were taken up: answered, or given back to be taken again",
            "worker",
            "outcome");

    static final Metric WORKER = Metric.longTime(
            "patchboard.worker", "From when a worker is asked until it has answered or given up", "worker", "outcome");

    static final Metric RUNNING =
            Metric.gauge("patchboard.invocations.running", "Invocations that workers have now", "group");

    static final Metric PARKED = Metric.gauge(
            "patchboard.invocations.parked", "Invocations that wait here for their worker to have room", "group");

    static final Metric PARKED_RATIO = Metric.gauge(
            "patchboard.invocations.parked.ratio",
            "How full of invocations that wait here it is, by their number or their bytes; at 1 it takes no more",
            "group");

    static final Metric LATE =
            Metric.counter("patchboard.invocations.late", "Invocations that came after their deadline", "worker");

    static final Metric TOOL = Metric.longTime(
            "patchboard.tool",
            "From when a model's tool is called until it has given a result or failed",
            "worker",
            "tool",
            "outcome");

    static final Metric SHADOW = Metric.counter(
            "patchboard.shadow.answers",
            "Invocations that were put to a worker's shadow, too, or passed over since it had no room",
            "worker",
            "outcome");

    static final Metric LIMIT_SHARE = Metric.gauge(
            "patchboard.limit.share", "Calls that this gateway may have under way of a limit of all gateways", "limit");

    static final Metric LIMIT_USED =
            Metric.gauge("patchboard.limit.used", "Calls under way here that count against the limit", "limit");

    static final Metric LIMIT_WAITING =
            Metric.gauge("patchboard.limit.waiting", "Calls that wait here for the limit to have room", "limit");

    /** All of a gateway's. */
    public static final List<Metric> ALL = List.of(
            INVOCATIONS,
            WORKER,
            RUNNING,
            PARKED,
            PARKED_RATIO,
            LATE,
            TOOL,
            SHADOW,
            LIMIT_SHARE,
            LIMIT_USED,
            LIMIT_WAITING);

    private static final String ANSWERED = "answered";
    private static final String PASSED_OVER = "passed-over";
    private static final String GIVEN_BACK = "given-back";

    private final MeterRegistry registry;

    /** A registry finds a meter by making it anew, which takes longer than all else that is done for a quick answer. */
    private final Map<Outcome, Timer> timers = new ConcurrentHashMap<>();

    private final Map<Outcome, Counter> counters = new ConcurrentHashMap<>();

    private record Outcome(String worker, String outcome) {}

    GatewayMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void watch(String group, InFlight inFlight) {
        RUNNING.gaugeIn(registry, inFlight::running, group);
        PARKED.gaugeIn(registry, inFlight::parked, group);
        PARKED_RATIO.gaugeIn(registry, inFlight::parkedRatio, group);
    }

    void watchLimit(String limit, Supplier<Number> share, Supplier<Number> used, Supplier<Number> waiting) {
        LIMIT_SHARE.gaugeIn(registry, share, limit);
        LIMIT_USED.gaugeIn(registry, used, limit);
        LIMIT_WAITING.gaugeIn(registry, waiting, limit);
    }

    /** A worker has answered; whether the broker takes it is not known yet. */
    void ran(String worker, Answer answer, Duration taken) {
        timers.computeIfAbsent(
                        new Outcome(worker, outcome(answer)),
                        one -> WORKER.timerIn(registry, one.worker(), one.outcome()))
                .record(taken);
    }

    /** @param stored what the broker has of the worker; empty where it is given back */
    void ended(String worker, Optional<Answer> stored) {
        counters.computeIfAbsent(
                        new Outcome(worker, stored.map(GatewayMeters::outcome).orElse(GIVEN_BACK)),
                        one -> INVOCATIONS.counterIn(registry, one.worker(), one.outcome()))
                .increment();
    }

    private static String outcome(Answer answer) {
        return answer.failure().map(Failure::kind).map(Failure.Kind::word).orElse(ANSWERED);
    }

    /** The same, but that calls and answers are counted before. */
    Trajectories counting(Trajectories next) {
        return new Trajectories() {
            @Override
            public void add(Trajectory trajectory) {
                String worker = trajectory.invocation().worker();
                trajectory
                        .calls()
                        .forEach(call -> TOOL.timerIn(registry, worker, call.tool(), call.outcome())
                                .record(call.taken()));
                next.add(trajectory);
            }

            @Override
            public void add(ShadowAnswer answer) {
                SHADOW.counterIn(registry, answer.worker(), outcome(answer.answer()))
                        .increment();
                next.add(answer);
            }

            @Override
            public void passedOver(String worker) {
                SHADOW.counterIn(registry, worker, PASSED_OVER).increment();
            }

            @Override
            public void close() {
                next.close();
            }
        };
    }

    void late(String worker) {
        LATE.counterIn(registry, worker).increment();
    }
}
