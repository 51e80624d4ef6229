package io.patchboard.record;

import static io.patchboard.order.KeyOrder.assertOrdered;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardReopened.Invite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Records that are the keys of hash maps, where their texts, which others choose, may have the same hash. */
class KeyOrderTest {

    private static final List<String> COLLIDING = List.of("AaAa", "AaBB", "BBAa", "BBBB");

    private static List<Trigger> triggers() {
        List<Trigger> triggers = new ArrayList<>();
        for (String name : COLLIDING) {
            Trigger plain = new Trigger("r", 1, Optional.empty());
            triggers.addAll(List.of(
                    new Trigger(name, 1, Optional.empty()),
                    new Trigger("r", 1, Optional.of(name)),
                    new Trigger("r", 1, Optional.empty(), List.of(name)),
                    new Trigger("r", 1, Optional.empty(), List.of("AaAa", name)),
                    plain.withAction(Optional.of(name)),
                    plain.withAction(Optional.of(name)).withIteration(2)));
        }
        triggers.addAll(List.of(
                new Trigger("r", 1, Optional.empty()),
                new Trigger("r", 2, Optional.empty()),
                new Trigger("r", 1, Optional.of("")),
                new Trigger("r", 1, Optional.empty()).withIteration(1)));
        return triggers;
    }

    @Test
    void triggersAndInvites_haveAnOrder() {
        assertThat(triggers()).doesNotHaveDuplicates();
        assertOrdered(triggers());
        assertOrdered(triggers().stream()
                .flatMap(trigger -> COLLIDING.stream().map(worker -> new Invite(worker, trigger)))
                .toList());
    }

    @Test
    void sealedValues_haveAnOrder() {
        assertOrdered(COLLIDING.stream()
                .flatMap(text -> List.of(
                        new SealedValue(text, "b", "k", "d"),
                        new SealedValue("s", text, "k", "d"),
                        new SealedValue("s", "b", text, "d"),
                        new SealedValue("s", "b", "k", text))
                        .stream())
                .toList());
    }
}
