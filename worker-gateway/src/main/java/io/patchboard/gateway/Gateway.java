package io.patchboard.gateway;

import io.patchboard.gateway.config.Limited;
import io.patchboard.gateway.limit.FleetLimit;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.source.InvocationSource;
import io.patchboard.gateway.source.SourceConfig;
import io.patchboard.gateway.source.Sources;
import io.patchboard.gateway.source.UnusableSourceException;
import io.patchboard.gateway.submit.CheckpointTopic;
import io.patchboard.gateway.submit.ProposalEncoder;
import io.patchboard.gateway.submit.ProposalSubmitter;
import io.patchboard.gateway.submit.TrajectoryWriter;
import io.patchboard.gateway.text.Repeated;
import io.patchboard.gateway.worker.WorkerProvider;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running gateway.
 *
 * <p>One thread polls, and does nothing that takes long: when as many invocations are parked as allowed, it goes on
 * polling for nothing, so that the group keeps this member. Whatever fails in it is logged and tried again after a
 * pause; only what the JVM itself cannot go on from ends it, and {@link #failure()} tells.
 */
public final class Gateway implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration WAIT_FOR_ROOM = Duration.ofMillis(50);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration TIME_TO_CLOSE = Duration.ofSeconds(15);

    private final InvocationSource source;
    private final Dispatcher dispatcher;
    private final Runners runners;
    private final ProposalSubmitter submitter;
    private final InFlight inFlight;
    private final Seals seals;
    private final FleetLimits limits;
    private final Duration drainGrace;
    private final Thread thread;
    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();
    private final Repeated failures = new Repeated(System::nanoTime);
    private volatile boolean closing;

    /** @param limits closed with this; those that {@code runners} look at */
    Gateway(
            InvocationSource source,
            Runners runners,
            ProposalSubmitter submitter,
            FleetLimits limits,
            GatewayConfig config,
            Clock clock) {
        this.limits = limits;
        this.source = source;
        this.runners = runners;
        this.submitter = submitter;
        this.inFlight = new InFlight(config.maxParked());
        GatewayMeters meters = new GatewayMeters(config.meters());
        meters.watch(config.groupId(), inFlight);
        limits.measure(meters::watchLimit);
        this.seals = new Seals(config.connection(), clock);
        this.dispatcher =
                new Dispatcher(config.decoder(), runners, seals, submitter, clock, inFlight, meters, config.tracing());
        this.drainGrace = config.drainGrace();
        this.thread = new Thread(this::run, "patchboard-gateway");
    }

    /**
     * Starts a gateway. It runs until it is closed, also while no broker can be reached.
     *
     * @throws IllegalArgumentException if a worker refers to a provider that is not on the class path, or has tools
     *     that cannot be offered
     * @throws org.apache.kafka.common.KafkaException if the Kafka settings make no sense
     */
    public static Gateway start(GatewayConfig config) {
        Clock clock = Clock.systemUTC();
        FleetLimits limits = FleetLimits.join(config.connection(), limitsOf(config));
        try {
            return start(config, clock, limits);
        } catch (RuntimeException e) {
            limits.close();
            throw e;
        }
    }

    private static Collection<FleetLimit> limitsOf(GatewayConfig config) {
        return config.workers().values().stream()
                .flatMap(Limited::in)
                .distinct()
                .toList();
    }

    private static Gateway start(GatewayConfig config, Clock clock, FleetLimits limits) {
        Runners runners = Runners.of(
                config.workers(),
                ServiceLoader.load(WorkerProvider.class),
                config.callbacks(),
                clock,
                config.maxInFlight(),
                new GatewayMeters(config.meters()).counting(new TrajectoryWriter(config.connection())),
                new CheckpointTopic(config.connection()),
                limits);
        try {
            ProposalSubmitter submitter = ProposalSubmitter.open(
                    config.connection(),
                    ProposalEncoder.json()
                            .signing(
                                    config.signers(),
                                    config.connection().topics().proposals()));
            try {
                InvocationSource source = Sources.open(new SourceConfig(
                        config.connection(),
                        config.groupId(),
                        config.source(),
                        config.queues(),
                        config.maxInFlight() + config.maxParked(),
                        runners.slots()));
                return new Gateway(source, runners, submitter, limits, config, clock).started();
            } catch (RuntimeException e) {
                submitter.close();
                throw e;
            }
        } catch (RuntimeException e) {
            runners.close();
            throw e;
        }
    }

    Gateway started() {
        thread.start();
        return this;
    }

    /** Invocations that are worked on right now. */
    public int inFlight() {
        return inFlight.running();
    }

    /** Invocations that wait for their worker to have room. */
    public int parked() {
        return inFlight.parked();
    }

    /**
     * Completes, once, if the gateway gives up while it runs; it serves nobody any more then. The owner should close it
     * and end with an error.
     */
    public CompletionStage<Throwable> failure() {
        return failure.minimalCompletionStage();
    }

    /**
     * Takes no more invocations, gives back those that have not begun, waits for those in flight as long as the grace
     * allows, commits what is done, leaves the group and ends the programs. What is not done by then is delivered
     * again, to this gateway's successor or another.
     */
    @Override
    public void close() {
        closing = true;
        try {
            thread.join(drainGrace.plus(TIME_TO_CLOSE).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing) {
                step(POLL);
            }
            drain();
        } catch (UnusableSourceException e) {
            failure.complete(e);
            LOG.error("{}", e.getMessage());
        } catch (Throwable e) {
            failure.complete(e);
            LOG.error("Expected the gateway to keep running, but it failed, and serves nobody any more.", e);
        } finally {
            closeAll();
        }
    }

    private void drain() {
        source.drain();
        dispatcher.giveBackParked();
        long end = System.nanoTime() + drainGrace.toNanos();
        while (inFlight() > 0 && System.nanoTime() - end < 0) {
            keepMembership();
        }
        if (inFlight() > 0) {
            LOG.warn(
                    "Expected {} invocations to be answered before closing, but they were not; they will be"
                            + " delivered again.",
                    inFlight());
        }
    }

    private void step(Duration timeout) {
        try {
            int free = inFlight.awaitRoom(WAIT_FOR_ROOM);
            source.poll(free > 0 ? timeout : Duration.ZERO, free).forEach(dispatcher::dispatch);
        } catch (UnusableSourceException e) {
            throw e;
        } catch (Exception | StackOverflowError e) {
            tell(e);
            pause(PAUSE_AFTER_FAILURE);
        }
    }

    /** What Kafka refuses is said in its message; where something else failed, only the stack trace says. */
    private void tell(Throwable failure) {
        if (!failures.isWorthALine(failure.toString())) {
            return;
        }
        if (failure instanceof KafkaException) {
            LOG.error("Expected to take invocations, but: {} Trying again, until it works.", failure.getMessage());
        } else {
            LOG.error("Expected to take invocations, but failed; trying again, until it works.", failure);
        }
    }

    private void keepMembership() {
        try {
            source.poll(WAIT_FOR_ROOM, 0);
        } catch (RuntimeException e) {
            LOG.warn("Expected to stay in the group while closing, but failed.", e);
            pause(WAIT_FOR_ROOM);
        }
    }

    private static void pause(Duration duration) {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            LOG.debug("Interrupted in a pause, which ends it.");
        }
    }

    /** The source first, so that what the end of the others interrupts is neither acknowledged nor taken again. */
    private void closeAll() {
        for (AutoCloseable part : new AutoCloseable[] {source, runners, limits, submitter, seals}) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("Expected to close {}, but failed.", part.getClass().getSimpleName(), e);
            }
        }
    }
}
