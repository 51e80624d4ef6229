package io.patchboard.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
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

    private static Anchor anchor(Heads heads, List<LogRecord> records) {
        records.forEach(heads::entry);
        return heads.anchor(TIME);
    }

    @Test
    void moreEntries_leadToTheSameAnchor_aChangedOneDoesNot() {
        SampleLog log = SampleLog.completed("b");
        List<LogRecord> then = log.records();
        Anchor anchor = Anchor.read(anchor(Heads.ofAll(), then).toJson());
        assertThat(anchor.boards()).isEqualTo(1);

        List<LogRecord> now = log.rejected("p-9", "").rejected("p-10", "").records();
        assertThat(anchor(Heads.of(anchor), now)).isEqualTo(anchor);
        assertThat(anchor(Heads.ofAll(), now).root()).isNotEqualTo(anchor.root());
        assertThat(anchor(Heads.of(anchor), then.subList(0, 6)).root()).isNotEqualTo(anchor.root());
        List<LogRecord> forged = new SampleLog("b")
                .created()
                .invoked("i-1")
                .committed("p-1", "i-1", 2)
                .invoked("i-2")
                .rejected("p-2", "i-2")
                .rejected("p-3", "")
                .ended()
                .records();
        assertThat(anchor(Heads.of(anchor), forged).root()).isNotEqualTo(anchor.root());
    }

    @Test
    void whatComesBehindAGap_isNotCovered() {
        List<LogRecord> log = SampleLog.completed("b").records();

        Anchor whole = anchor(Heads.ofAll(), log.subList(0, 3));
        Anchor gap = anchor(
                Heads.ofAll(),
                Stream.concat(log.subList(0, 3).stream(), log.subList(4, 6).stream())
                        .toList());

        assertThat(gap.root()).isEqualTo(whole.root());
    }
}
