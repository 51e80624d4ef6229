package io.patchboard.kernel.decide.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.record.Trigger;
import io.patchboard.record.TriggerHeld.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Beside a search through all that is held. */
class HeldIndexTest {

    /** Of one hash each, but for the last. */
    private static final List<String> PATHS = List.of("/AaAa", "/AaBB", "/BBAa", "/BBBB", "");

    private final Random random = new Random(7);
    private final HeldIndex index = new HeldIndex(Trigger::path);
    private long sequence;

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private Trigger trigger() {
        return new Trigger(any(List.of("Aa", "BB")), random.nextInt(3), path());
    }

    private Optional<String> path() {
        return random.nextInt(6) == 0 ? Optional.empty() : Optional.of(any(PATHS));
    }

    private static Optional<String> key(Random random) {
        return random.nextBoolean() ? Optional.empty() : Optional.of(random.nextBoolean() ? "Aa" : "BB");
    }

    private HeldTrigger held() {
        Reason reason = any(List.of(Reason.values()));
        boolean joins = reason == Reason.JOIN;
        boolean waits = !joins && reason != Reason.DELAY && reason != Reason.BATCH && random.nextInt(6) > 0;
        return new HeldTrigger(
                ++sequence,
                trigger(),
                waits ? Optional.of(any(List.of("v", "w"))) : Optional.empty(),
                reason,
                joins ? key(random) : Optional.empty(),
                joins ? Optional.of(random.nextLong(3)) : Optional.empty(),
                Optional.empty(),
                1,
                Optional.empty(),
                1);
    }

    /** As decisions leave it: some goes, some moves, some comes. */
    private List<HeldTrigger> next(List<HeldTrigger> held) {
        List<HeldTrigger> next = new ArrayList<>(held);
        switch (random.nextInt(4)) {
            case 0 -> next.removeIf(one -> random.nextInt(5) == 0);
            case 1 ->
                next.replaceAll(one ->
                        random.nextInt(5) == 0 ? one.withTrigger(one.trigger().at(path(), List.of())) : one);
            default -> {
                // Nothing but what comes.
            }
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            next.add(held());
        }
        return List.copyOf(next);
    }

    private static List<HeldTrigger> those(List<HeldTrigger> held, Predicate<HeldTrigger> wanted) {
        return held.stream().filter(wanted).toList();
    }

    @Test
    void whatIsHeld_isFound_asItComesGoesAndMoves() {
        List<HeldTrigger> now = List.of();
        for (int i = 0; i < 5_000; i++) {
            now = now.size() > 60 ? List.of() : next(now);
            Trigger match = trigger();
            Optional<String> key = key(random);

            assertThat(index.forWorker("w", match, now))
                    .isEqualTo(those(
                            now,
                            one -> one.worker().equals(Optional.of("w"))
                                    && one.trigger().rule().equals(match.rule())
                                    && match.path().isPresent()
                                    && one.trigger().path().equals(match.path())));
            List<HeldTrigger> parts = those(
                    now,
                    one -> one.reason() == Reason.JOIN
                            && one.trigger().rule().equals(match.rule())
                            && one.key().equals(key));
            assertThat(index.parts(match.rule(), key, now)).isEqualTo(parts);
            assertThat(index.ofItem(match, now))
                    .isEqualTo(those(
                            now,
                            one -> one.reason() == Reason.JOIN
                                    && one.trigger().rule().equals(match.rule())
                                    && one.trigger().path().equals(match.path())));
        }
    }
}
