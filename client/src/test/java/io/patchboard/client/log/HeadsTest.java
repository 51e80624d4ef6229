package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One hash of many logs, by the rules of a standard. */
class HeadsTest {

    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    /** Inputs and root of the reference implementation of Certificate Transparency. */
    @Test
    void tree_isThatOfTheStandard() {
        List<byte[]> leaves = Stream.of("", "\u0000", "\u0010", " !", "01", "@ABC", "PQRSTUVW", "`abcdefghijklmno")
                .map(MerkleTree::leaf)
                .toList();

        assertThat(HexFormat.of().formatHex(MerkleTree.root(List.of())))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assertThat(HexFormat.of().formatHex(MerkleTree.root(leaves.subList(0, 1))))
                .isEqualTo("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
        assertThat(HexFormat.of().formatHex(MerkleTree.root(leaves)))
                .isEqualTo("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
    }

    private static Anchor anchor(List<LogRecord> records) {
        return anchor(new TreeMap<>(), records);
    }

    private static Anchor anchor(SortedMap<String, SortedMap<Integer, Long>> begins, List<LogRecord> records) {
        Heads heads = new Heads(begins);
        records.forEach(heads::entry);
        return heads.anchor(TIME);
    }

    /** Of each anchor, in the order in which they were compared, whether the log leads to it. */
    private static List<Boolean> prove(List<Anchor> anchors, List<LogRecord> records) {
        List<Boolean> proved = new ArrayList<>();
        List<AnchorProof> proofs = AnchorProof.of(
                anchors,
                (anchor, root, partitions) ->
                        proved.add(root.equals(anchor.root()) && partitions.equals(anchor.partitions())));
        records.forEach(next -> proofs.forEach(proof -> proof.accept(next)));
        proofs.forEach(AnchorProof::end);
        return proved;
    }

    private static LogRecord at(String topic, int partition, long offset, LogRecord from) {
        return new LogRecord(topic, partition, offset, from.entry(), from.value());
    }

    private static List<LogRecord> forged() {
        return new SampleLog("b")
                .created()
                .invoked("i-1")
                .committed("p-1", "i-1", 2)
                .invoked("i-2")
                .rejected("p-2", "i-2")
                .rejected("p-3", "")
                .ended()
                .records();
    }

    @Test
    void moreEntries_leadToTheSameAnchor_aChangedOneDoesNot() {
        SampleLog log = SampleLog.completed("b");
        List<LogRecord> then = log.records();
        Anchor anchor = Anchor.read(anchor(then).toJson());
        assertThat(anchor.boards()).isEqualTo(1);

        List<LogRecord> now = log.rejected("p-9", "").rejected("p-10", "").records();
        assertThat(prove(List.of(anchor), now)).containsExactly(true);
        assertThat(anchor(now).root()).isNotEqualTo(anchor.root());
        assertThat(prove(List.of(anchor), then.subList(0, 6))).containsExactly(false);
        assertThat(prove(List.of(anchor), forged())).containsExactly(false);
    }

    @Test
    void whatComesBehindAGap_isNotCovered_andIsCounted() {
        List<LogRecord> log = SampleLog.completed("b").records();
        List<LogRecord> withGap = Stream.concat(log.subList(0, 3).stream(), log.subList(4, 6).stream())
                .toList();
        Heads heads = new Heads(new TreeMap<>());
        withGap.forEach(heads::entry);

        assertThat(heads.anchor(TIME).root())
                .isEqualTo(anchor(log.subList(0, 3)).root());
        assertThat(heads.uncovered()).isEqualTo(1);
    }

    /** A transaction's entries become visible topic by topic. */
    @Test
    void whatIsToldAfterTheEndWasReached_movesNoOffset_sinceWhatCameBeforeItMayNotBeTold() {
        List<LogRecord> a = SampleLog.completed("a").records();
        List<LogRecord> b = SampleLog.completed("b").records();
        LogRecord a1 = at("committed", 0, 2, a.get(0));
        LogRecord a2 = at("invocations", 0, 0, a.get(1));
        LogRecord b1 = at("committed", 0, 0, b.get(0));
        LogRecord b2 = at("committed", 0, 1, b.get(1));
        Heads heads = new Heads(new TreeMap<>());
        LogMerge merge = new LogMerge(heads::entry, repeat -> {});
        merge.offer(b1);
        merge.offer(a2);
        merge.seal();
        heads.sealed();
        merge.offer(b2);
        merge.offer(a1);

        Anchor anchor = heads.anchor(TIME);
        assertThat(anchor.boards()).isEqualTo(1);
        assertThat(heads.uncovered()).isZero();
        assertThat(prove(List.of(anchor), List.of(b1, b2, a1, a2))).containsExactly(true);
    }

    @Test
    void gapThatIsNotFilledAfterTheEnd_isCounted() {
        List<LogRecord> log = SampleLog.completed("b").records();
        Heads heads = new Heads(new TreeMap<>());
        LogMerge merge = new LogMerge(heads::entry, repeat -> {});
        log.subList(1, 3).forEach(merge::offer);
        merge.seal();
        heads.sealed();
        merge.skipGaps();

        assertThat(heads.anchor(TIME).boards()).isZero();
        assertThat(heads.uncovered()).isEqualTo(1);
    }

    /** A new queue's topic may have been made with another number of partitions. */
    @Test
    void topicsOfUnlikeNumbersOfPartitions_areCoveredToTheEnd() {
        List<LogRecord> log = scattered(SampleLog.completed("b").records());
        Anchor anchor = Anchor.read(anchor(log).toJson());

        assertThat(anchor.partitions()).containsOnlyKeys(1);
        assertThat(prove(List.of(anchor), log)).containsExactly(true);
        List<LogRecord> other = new ArrayList<>(log);
        other.set(log.size() - 1, scattered(forged()).getLast());
        assertThat(prove(List.of(anchor), other)).containsExactly(false);
    }

    /** Each topic's records in another partition. */
    private static List<LogRecord> scattered(List<LogRecord> log) {
        List<LogRecord> scattered = new ArrayList<>();
        for (LogRecord next : log) {
            scattered.add(at(next.topic(), 1 + next.topic().length() % 5, next.offset(), next));
        }
        return scattered;
    }

    @Test
    void growingAnchors_areComparedWhileTheLogIsRead_andEachIsHeldAgainstItsOwnPart() {
        List<LogRecord> log = SampleLog.completed("b").records();
        List<Anchor> anchors = IntStream.rangeClosed(1, log.size())
                .mapToObj(end -> anchor(log.subList(0, end)))
                .toList();
        List<Anchor> shuffled = new ArrayList<>(anchors);
        Collections.reverse(shuffled);
        shuffled.add(anchors.get(3));
        List<Anchor> compared = new ArrayList<>();

        List<AnchorProof> proofs = AnchorProof.of(shuffled, (anchor, root, partitions) -> {
            assertThat(root).isEqualTo(anchor.root());
            compared.add(anchor);
        });
        assertThat(proofs).hasSize(1);
        for (LogRecord next : log) {
            proofs.get(0).accept(next);
            assertThat(compared).hasSize((int) next.sequence() + (next.sequence() > 3 ? 1 : 0));
        }
        assertThat(prove(anchors, forged())).startsWith(true, true).endsWith(false);
    }

    /** A board's entries wait for each other, and those of other boards that stand behind them do not. */
    @Test
    void anchorWhoseLastRecordIsToldBeforeOthers_isProvedOnceTheyAre() {
        List<LogRecord> b = SampleLog.completed("b").records();
        LogRecord b1 = at("committed", 0, 0, b.get(0));
        LogRecord b2 = at("invocations", 0, 0, b.get(1));
        LogRecord b3 = at("committed", 0, 1, b.get(2));
        LogRecord a1 = at("committed", 0, 2, SampleLog.completed("a").records().getFirst());
        LogRecord c1 = at("committed", 0, 3, SampleLog.completed("c").records().getFirst());
        List<LogRecord> told = new ArrayList<>();
        LogMerge merge = new LogMerge(told::add, repeat -> {});
        List.of(b1, b3, a1, b2, c1).forEach(merge::offer);
        assertThat(told).containsExactly(b1, a1, b2, b3, c1);
        List<Anchor> anchors = List.of(anchor(told.subList(0, 4)), anchor(told));

        assertThat(prove(anchors, told)).containsExactly(true, true);
        LogRecord other = at("committed", 0, 1, forged().get(2));
        assertThat(prove(anchors, List.of(b1, a1, b2, other, c1))).containsExactly(false, false);
    }

    /** An archive is told board by board. */
    @Test
    void boardsThatAreToldInAnotherOrderThanTheyStood_leadToTheAnchor() {
        List<LogRecord> first = SampleLog.completed("b").records();
        List<LogRecord> second = SampleLog.completed("a").records().stream()
                .map(next -> at(next.topic(), 0, next.offset() + 7, next))
                .toList();
        List<Anchor> anchors = List.of(
                anchor(first),
                anchor(Stream.concat(first.stream(), second.stream()).toList()));

        assertThat(prove(anchors, Stream.concat(second.stream(), first.stream()).toList()))
                .containsExactly(true, true);
    }

    /** What was cut is in an archive, which is told first. */
    @Test
    void anchorsOfBeforeAndAfterACut_areProvedWithTheArchive_andThoseOfAfterItWithout() {
        List<LogRecord> a = standing(0, SampleLog.completed("a").rejected("p-9", ""));
        List<LogRecord> b = standing(20, SampleLog.completed("b"));
        List<LogRecord> late = a.subList(7, 8);
        SortedMap<String, SortedMap<Integer, Long>> begins = new TreeMap<>();
        a.forEach(next -> begins.put(next.topic(), new TreeMap<>(Map.of(0, 7L))));
        Anchor before = anchor(a.subList(0, 7));
        Anchor after = Anchor.read(anchor(begins, b.subList(0, 3)).toJson());
        Anchor later = anchor(begins, Stream.concat(late.stream(), b.stream()).toList());
        assertThat(after.begins()).isEqualTo(begins);
        assertThat(later.boards()).isEqualTo(1);

        List<Anchor> all = List.of(before, after, later);
        List<LogRecord> whole = Stream.concat(a.stream(), b.stream()).toList();
        assertThat(prove(all, whole)).containsExactly(true, true, true);
        List<LogRecord> left = Stream.concat(late.stream(), b.stream()).toList();
        assertThat(prove(List.of(after, later), left)).containsExactly(true, true);
        assertThat(prove(all, Stream.concat(a.stream(), forged().stream()).toList()))
                .containsExactlyInAnyOrder(true, false, false);
    }

    private static List<LogRecord> standing(int from, SampleLog log) {
        return IntStream.range(0, log.records().size())
                .mapToObj(i -> at(
                        log.records().get(i).topic(), 0, from + i, log.records().get(i)))
                .toList();
    }

    /** Two servers see the partitions at other moments. */
    @Test
    void anchorsOfWhichNoneCoversTheOther_areBothHeldAgainstTheLog() {
        List<LogRecord> one = scattered(SampleLog.completed("b").records());
        List<LogRecord> other = SampleLog.completed("c").records();
        List<LogRecord> log = Stream.concat(one.stream(), other.stream()).toList();

        assertThat(prove(List.of(anchor(one), anchor(other), anchor(log)), log)).containsExactly(true, true, true);
    }
}
