package io.patchboard.gateway.http.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.source.Delivery;
import io.patchboard.gateway.thread.Alarm;
import io.patchboard.gateway.worker.Invocations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** An alarm that has gone off, and had to wait for its room, comes after what was done in there meanwhile. */
class LateAlarmTest {

    private final List<Runnable> alarms = new ArrayList<>();
    private final WaitingRoom room =
            new WaitingRoom(Clock.systemUTC(), Runnable::run, new AtomicLong(), (id, asked) -> {}, (delay, what) -> {
                alarms.add(what);
                return Alarm.in(Duration.ofDays(1), () -> {});
            });

    @Test
    void leaseThatWasRenewed_runsOn_untilItsNewTimeIsUp() {
        accept();
        Lease lease = asked().get(0);
        assertThat(lease.renewed()).isPresent();

        alarms.get(0).run();
        assertThat(lease.renewed()).isPresent();
        assertThat(asked()).isEmpty();

        alarms.get(2).run();
        assertThat(lease.renewed()).isEmpty();
        assertThat(asked()).hasSize(1);
    }

    @Test
    void invocationWhoseAnswerIsOnRecord_isLentToNobodyElse() {
        accept();
        assertThat(asked()).hasSize(1);
        room.keep("i-1");

        alarms.get(0).run();

        assertThat(asked()).isEmpty();
    }

    @Test
    void leaseThatCameAfterIt_runsOn() {
        accept();
        asked().get(0).giveBack().run();
        Lease second = asked().get(0);

        alarms.get(0).run();

        assertThat(second.renewed()).isPresent();
    }

    private List<Lease> asked() {
        Poller poller =
                Poller.of(new PollRequest(1, Duration.ZERO, Optional.of(Duration.ofMinutes(1)), Set.of(), () -> false));
        room.enter(poller);
        return poller.leases().join();
    }

    private void accept() {
        room.accept(Invocations.invocation("i-1", "a", Instant.MAX, "{}"), new Delivery() {
            @Override
            public ConsumerRecord<byte[], byte[]> record() {
                return new ConsumerRecord<>("i-1", 0, 0, null, new byte[0]);
            }

            @Override
            public void ack() {}

            @Override
            public void release() {}
        });
    }
}
