package io.patchboard.standalone.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.client.model.BoardIndexes;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.json.JsonReader;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A source while its quota is used up, and then. */
class QuotaWatchTest {

    private static final Instant START = Instant.parse("2026-07-01T07:00:00Z");

    private final Map<String, Instant> created = new HashMap<>();
    private final Map<String, Boolean> atWork = new HashMap<>();
    private Instant now = START;
    private Instant upTo = START;

    private final Boards boards = new Boards() {
        @Override
        public BoardIndexes.Found find(String index, String value) {
            throw new AssertionError("Expected to be asked for labels.");
        }

        @Override
        public BoardIndexes.Labelled labelled(String name, String value, Instant since) {
            throw new AssertionError("Expected to be asked for counts.");
        }

        @Override
        public BoardIndexes.Counted counted(String name, String value, Optional<Instant> since, Set<String> ids) {
            assertThat(name + "=" + value).isEqualTo("source=orders");
            return new BoardIndexes.Counted(
                    atWork.values().stream().filter(is -> is).count(),
                    since.stream()
                            .flatMap(from -> created.values().stream().filter(time -> time.isAfter(from)))
                            .count(),
                    ids.stream().filter(atWork::containsKey).collect(Collectors.toSet()),
                    upTo);
        }
    };

    @BeforeEach
    void allOfBeforeIsKnown() {
        upTo = START.plusSeconds(8);
    }

    private QuotaWatch watch(Optional<Integer> most, Optional<Quota.Rate> rate) {
        return new QuotaWatch("orders", new Quota(most, rate), boards, () -> now);
    }

    private QuotaWatch atWork(int most) {
        return watch(Optional.of(most), Optional.empty());
    }

    private void known(String board, boolean isAtWork) {
        created.putIfAbsent(board, now);
        atWork.put(board, isAtWork);
    }

    private static void assertWaits(QuotaWatch watch, String board, String why) {
        assertThatThrownBy(() -> watch.take(board))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining(why);
    }

    @Test
    void asManyAsItMay_areMade_andTheNextOneWhenOneHasEnded() throws Exception {
        known("old", true);
        QuotaWatch watch = atWork(3);
        watch.take("a");
        watch.take("b");
        assertWaits(watch, "c", "fewer than 3 boards of it at work (quota.atWork)");

        known("a", true);
        known("b", true);
        assertWaits(watch, "c", "fewer than 3");
        known("b", false);
        watch.take("c");
        assertWaits(watch, "d", "fewer than 3");
    }

    @Test
    void whatIsOnlyLookedFor_takesNoPlace() throws Exception {
        QuotaWatch watch = atWork(1);
        watch.require("a");
        watch.require("b");
        watch.take("b");
        watch.require("b");
        assertThatThrownBy(() -> watch.require("a"))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("fewer than 1");
    }

    @Test
    void whatIsNotDecidedYet_counts_howeverLongThatTakes() throws Exception {
        QuotaWatch watch = atWork(1);
        watch.take("a");
        now = now.plus(Duration.ofDays(1));
        upTo = now;
        assertWaits(watch, "b", "fewer than 1");

        known("a", false);
        watch.take("b");
    }

    @Test
    void boardThatIsThere_takesNoPlace() throws Exception {
        known("a", true);
        QuotaWatch watch = atWork(1);
        watch.take("a");
        assertWaits(watch, "b", "fewer than 1");
        known("a", false);
        watch.take("b");
        watch.take("b");
    }

    @Test
    void newBoards_areBoundedWithinATime_whetherTheyHaveEndedOrNot() throws Exception {
        QuotaWatch watch = watch(Optional.empty(), Optional.of(new Quota.Rate(2, Duration.ofHours(1))));
        watch.take("a");
        watch.take("b");
        known("a", false);
        known("b", false);
        assertWaits(watch, "c", "fewer than 2 new boards of it within 1 h (quota.boards)");

        now = now.plus(Duration.ofHours(1));
        watch.take("c");
    }

    @Test
    void whatWasWrittenBeforeItBegan_isWaitedFor() throws Exception {
        upTo = START;
        QuotaWatch watch = atWork(1);
        assertWaits(watch, "a", "still being read");
        known("of before", true);
        upTo = START.plusSeconds(8);
        assertWaits(watch, "a", "fewer than 1");
    }

    @Test
    void boards_haveTheSourceAsLabel() throws Exception {
        SourceSpec source = SourcesFile.parse(
                        "sources: {orders: {topic: t, quota: {atWork: 5, boards: 9, per: 1h},"
                                + " board: {blueprint: b@1, labels: {shop: \"'web'\"}}}}",
                        Path.of("s.yaml"))
                .get(0);
        assertThat(source.quota())
                .contains(new Quota(Optional.of(5), Optional.of(new Quota.Rate(9, Duration.ofHours(1)))));
        Event event = Event.of(
                new Source("t", 0, 0), START, Optional.empty(), Map.of(), Optional.empty(), JsonReader.parse("{}"));

        CreateBoard made = (CreateBoard) new Mapping(source, (name, board) -> JsonReader.parse("{}"), noBoards())
                .map(event)
                .orElseThrow();

        assertThat(made.labels()).hasToString("Optional[{\"shop\":\"web\",\"source\":\"orders\"}]");
    }

    private Correlation noBoards() {
        return new Correlation(boards, () -> now);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "quota: {} | /sources/a/quota",
                "quota: {atWork: 0} | /sources/a/quota/atWork",
                "quota: {boards: 5} | /sources/a/quota/per",
                "quota: {per: 1h} | /sources/a/quota/boards",
                "quota: {boards: 5, per: soon} | /sources/a/quota/per",
                "quota: {atwork: 5} | /sources/a/quota/atwork",
            })
    void mistake_isToldWithItsPlace(String quota, String place) {
        assertThatThrownBy(() -> SourcesFile.parse(
                        "sources: {a: {topic: t, " + quota + ", board: {blueprint: b}}}", Path.of("s.yaml")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(place);
    }

    @Test
    void quota_isForBoards_ofASourceWhoseNameIsALabel() {
        assertThatThrownBy(() -> SourcesFile.parse(
                        "sources: {a: {topic: t, quota: {atWork: 1}, correlate: {board: key}, worker: w,"
                                + " patch: [{op: add, path: /a, value: 1}]}, " + "b".repeat(64)
                                + ": {topic: t, quota: {atWork: 1}, board: {blueprint: b}}}",
                        Path.of("s.yaml")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("no quota without board at /sources/a/quota")
                .hasMessageContaining("a name of at most 63 characters");
    }
}
