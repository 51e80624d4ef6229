package io.patchboard.bench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.patchboard.bench.load.Invited;
import io.patchboard.bench.load.Load;
import io.patchboard.bench.load.Proposals;
import io.patchboard.bench.load.Reviews;
import io.patchboard.bench.load.Steps;
import io.patchboard.bench.process.BoardKind;
import io.patchboard.gateway.source.SourceKind;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What decides nothing writes as much to each topic as what decides. */
@Tag("long")
final class SameWritesTest {

    private static final String REAL = "real.";
    private static final String SAME = "same.";
    private static final int BOARD_BYTES = 10_000;
    private static final int BOARDS = 10;
    private static final int WARM_UP = 100 * BOARDS;
    private static final int RECORDS = 600 * BOARDS;
    private static final int MOST_DIFFERENT_PERCENT = 15;

    @Test
    void uninvited_writeTheSame() throws IOException {
        Proposals load = Proposals.ofOneKilobyte(BOARD_BYTES);
        try (Rig rig = Rig.start(false);
                Side real = rig.kernel(REAL);
                Side same = rig.sameWrites(SAME, BoardKind.CLAIMS, BOARD_BYTES, Map.of())) {
            ClosedLoop.Next proposal = (before, round) -> load.steady(before.key(), round);
            assertSame(
                    writtenLate(rig, real, ClosedLoop.on(real, BOARDS, load::create, proposal)),
                    writtenLate(rig, same, ClosedLoop.on(same, BOARDS, load::create, proposal)));
        }
    }

    @Test
    void invited_writeTheSame() throws IOException {
        Invited load = new Invited(BOARD_BYTES);
        try (Rig rig = Rig.start(false);
                Side real = rig.invitingKernel("patchboard", REAL);
                Side same = rig.sameWrites(SAME, BoardKind.INVITED, BOARD_BYTES, Map.of())) {
            assertSame(
                    writtenLate(rig, real, ClosedLoop.on(real, BOARDS, load::create, load::answer)),
                    writtenLate(rig, same, ClosedLoop.on(same, BOARDS, load::create, load::answer)));
        }
    }

    @Test
    void steps_sendTheSame() throws IOException {
        sendTheSame(BoardKind.STEPS, 3, prefix -> new Steps(prefix, 3));
    }

    @Test
    void reviews_sendTheSame() throws IOException {
        sendTheSame(BoardKind.REVIEWS, 0, Reviews::new);
    }

    private static void sendTheSame(BoardKind kind, int size, Function<String, Load> load) throws IOException {
        try (Rig rig = Rig.start(false);
                Side real = rig.kernelAndGateway("patchboard", REAL, SourceKind.AUTO);
                Side same = rig.sameMessages(SAME, kind, size)) {
            for (Side side : new Side[] {real, same}) {
                side.untilEnd(BOARDS, load.apply(side.prefix()));
            }
            assertSame(written(rig, real, Map.of()), written(rig, same, Map.of()));
        }
    }

    private static void assertSame(Map<String, Long> real, Map<String, Long> same) {
        same.remove("kernel-timers-changelog"); // which of two answers comes first decides whether a timer moves
        assertThat(same)
                .containsKeys("committed", "kernel-slots-changelog")
                .allSatisfy((topic, bytes) -> assertThat(bytes)
                        .as(topic)
                        .isCloseTo(real.getOrDefault(topic, 0L), withinPercentage(MOST_DIFFERENT_PERCENT)));
    }

    /** Of boards that remember as many changes as they will, and often, as it matters when one is stored whole. */
    private static Map<String, Long> writtenLate(Rig rig, Side side, ClosedLoop boards) {
        boards.turn(WARM_UP);
        Map<TopicPartition, Long> from = Changelog.all(rig, side).ends();
        boards.turn(RECORDS);
        return written(rig, side, from);
    }

    /** Bytes by topic, without the side's prefix. */
    private static Map<String, Long> written(Rig rig, Side side, Map<TopicPartition, Long> from) {
        Changelog all = Changelog.all(rig, side);
        Map<String, Long> bytes = new TreeMap<>();
        all.recordBytes(from, all.ends())
                .forEach((topic, sum) -> bytes.put(topic.substring(side.prefix().length()), sum));
        return bytes;
    }
}
