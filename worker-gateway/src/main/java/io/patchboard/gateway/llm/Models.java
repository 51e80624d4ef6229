package io.patchboard.gateway.llm;

import io.patchboard.calls.Deadline;
import io.patchboard.calls.HttpCaller;
import io.patchboard.gateway.limit.FleetLimits;
import io.patchboard.gateway.llm.ConfiguredModel.Outcome;
import io.patchboard.record.Failure;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The models that a gateway, or another program, may talk to. All who ask a model share its limits, whatever they
 * override otherwise. Safe for use by several threads.
 */
public final class Models implements AutoCloseable {

    private final Map<String, ConfiguredModel> byName = new LinkedHashMap<>();
    private final HttpCaller caller = new HttpCaller();
    private final Clock clock;
    private volatile boolean closed;

    private Models(Collection<ModelConfig> configs, Clock clock, FleetLimits limits) {
        this.clock = clock;
        configs.forEach(config -> byName.put(
                config.name(),
                new ConfiguredModel(
                        config,
                        new Requests(config, caller),
                        config.limits().fleet().flatMap(limits::permits))));
    }

    /** @param configs whose fallbacks are among them and make no circle */
    public static Models open(Collection<ModelConfig> configs, Clock clock) {
        return open(configs, clock, FleetLimits.none());
    }

    /**
     * As {@link #open(Collection, Clock)}.
     *
     * @param limits that hold for all gateways; those that are not among them hold for none
     */
    public static Models open(Collection<ModelConfig> configs, Clock clock, FleetLimits limits) {
        return new Models(configs, clock, limits);
    }

    /** One model for a program that needs no more. */
    public static Models of(ModelConfig config) {
        return open(List.of(config), Clock.systemUTC());
    }

    /** @throws IllegalArgumentException if there is none of this name */
    public LanguageModel get(String name) {
        return get(name, Generation.DEFAULT);
    }

    /**
     * @param overrides what is asked for differently here; a fallback is asked in its own way
     * @throws IllegalArgumentException if there is none of this name
     */
    public LanguageModel get(String name, Generation overrides) {
        ConfiguredModel model = byName.get(name);
        if (model == null) {
            throw new IllegalArgumentException(
                    "Expected one of the models " + byName.keySet() + ", but got \"" + name + "\".");
        }
        Generation generation = model.config().generation().overriddenBy(overrides);
        return (prompt, deadline) -> chat(model, generation, prompt, deadline);
    }

    /**
     * Whether it, or one that is asked in its place, is shown images.
     *
     * @param overrides as of {@link #get(String, Generation)}
     */
    public boolean sees(String name, Generation overrides) {
        ConfiguredModel model = byName.get(name);
        boolean sees = model.config().generation().overriddenBy(overrides).sees();
        Optional<String> next = model.config().fallback();
        while (!sees && next.isPresent()) {
            ModelConfig fallback = byName.get(next.get()).config();
            sees = fallback.generation().sees();
            next = fallback.fallback();
        }
        return sees;
    }

    private ChatReply chat(ConfiguredModel first, Generation generation, ChatPrompt prompt, Instant instant)
            throws ChatException, InterruptedException {
        Deadline deadline = Deadline.at(instant, clock);
        StringBuilder failures = new StringBuilder();
        Optional<Failure> why = Optional.empty();
        Spent spent = Spent.nothing(first.config().model());
        ConfiguredModel model = first;
        Generation how = generation;
        while (true) {
            Optional<ConfiguredModel> next = model.config().fallback().map(byName::get);
            Outcome outcome = model.ask(prompt, how, next.isPresent() ? share(deadline) : deadline);
            if (closed) {
                throw new InterruptedException("The models were closed.");
            }
            if (outcome instanceof Outcome.Answered(ChatReply reply)) {
                return reply.withSpent(spent.plus(reply.spent()));
            }
            Outcome.Failed failed = (Outcome.Failed) outcome;
            spent = spent.plus(failed.spent());
            failures.append(failures.isEmpty() ? "Expected an answer from model " : " Then from model ")
                    .append(model.config().name())
                    .append(", but ")
                    .append(failed.failure().message())
                    .append('.');
            why = Optional.of(
                    why.map(earlier -> together(earlier, failed.failure())).orElse(failed.failure()));
            if (next.isEmpty() || !failed.another() || deadline.isOver()) {
                throw new ChatException(why.get().withMessage(failures.toString()), spent);
            }
            model = next.get();
            how = model.config().generation();
        }
    }

    /** Only if all of them are out for a while has the worker not been at work; then the soonest is waited for. */
    private static Failure together(Failure earlier, Failure later) {
        if (!later.kind().passes() || !earlier.kind().passes()) {
            return later.kind().passes() ? earlier : later;
        }
        return earlier.retryAfter()
                        .filter(wait -> later.retryAfter()
                                .filter(other -> other.compareTo(wait) <= 0)
                                .isEmpty())
                        .isPresent()
                ? earlier
                : later;
    }

    /** Two thirds of the time, so that the fallback has some when this model hangs. */
    private static Deadline share(Deadline deadline) {
        return deadline.orIn(deadline.left().multipliedBy(2).dividedBy(3));
    }

    /** Ends what is under way; whoever waits for an answer gets an {@link InterruptedException}. */
    @Override
    public void close() {
        closed = true;
        caller.close();
    }
}
