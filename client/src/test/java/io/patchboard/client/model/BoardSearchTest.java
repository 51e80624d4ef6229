package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.BoardPage.Place;
import io.patchboard.client.model.BoardQuery.Label;
import io.patchboard.client.model.BoardQuery.Needs;
import io.patchboard.client.model.BoardQuery.Order;
import io.patchboard.client.model.ModelStore.Row;
import io.patchboard.client.model.Summary.News;
import io.patchboard.kernel.state.Phase;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Lists by the database against lists by a loop over all boards. */
class BoardSearchTest extends StoreRig {

    private static final List<Optional<String>> BLUEPRINTS =
            List.of(Optional.empty(), Optional.of("Review"), Optional.of("plan"));
    private static final List<Optional<String>> WORKERS =
            List.of(Optional.empty(), Optional.of("scribe"), Optional.of("critic"));
    private static final List<Optional<Phase>> PHASES =
            List.of(Optional.empty(), Optional.of(Phase.OPEN), Optional.of(Phase.HALTED));
    private static final List<Optional<String>> TEXTS =
            List.of(Optional.empty(), Optional.of("vIe"), Optional.of("-1"));

    private void putNews(List<News> news) {
        store().put(news.stream().map(one -> new Row(one, new byte[0])).toList(), 0, Map.of());
    }

    private static News random(String id, Random random) {
        return new News(
                id,
                Optional.of(random.nextBoolean() ? Phase.OPEN : Phase.HALTED),
                BLUEPRINTS.get(1 + random.nextInt(2)),
                random.nextBoolean() ? Set.of("scribe") : Set.of("scribe", "critic"),
                random.nextInt(3) == 0 ? Map.of() : Map.of("team", random.nextBoolean() ? "red" : "blue"),
                false,
                0,
                false,
                1,
                1,
                Instant.ofEpochMilli(random.nextInt(50)));
    }

    private List<String> all(BoardQuery query, int limit) {
        List<String> found = new ArrayList<>();
        Optional<Place> next = Optional.of(Place.FIRST);
        while (next.isPresent()) {
            BoardPage page = store().page(query, next.get(), limit);
            assertThat(page.boards()).hasSizeLessThanOrEqualTo(limit);
            page.boards().forEach(board -> found.add(board.boardId()));
            next = page.next();
        }
        return found;
    }

    @Test
    void everyCombinationOfFilters_findsWhatALoopFinds_inBothOrders() {
        Random random = new Random(7);
        List<News> boards = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            boards.add(random("board-" + i, random));
        }
        putNews(boards);
        for (Optional<Phase> phase : PHASES) {
            for (Optional<String> blueprint : BLUEPRINTS) {
                for (Optional<String> worker : WORKERS) {
                    for (Optional<String> text : TEXTS) {
                        BoardQuery query = new BoardQuery(
                                phase, blueprint, worker, Optional.empty(), text, Optional.empty(), Order.ID);
                        List<News> expected = boards.stream()
                                .filter(board ->
                                        phase.isEmpty() || board.phase().equals(phase))
                                .filter(board ->
                                        blueprint.isEmpty() || board.blueprint().equals(blueprint))
                                .filter(board ->
                                        worker.isEmpty() || board.workers().contains(worker.get()))
                                .filter(board ->
                                        text.isEmpty() || has(board, text.get().toLowerCase(Locale.ROOT)))
                                .sorted(Comparator.comparing(News::boardId))
                                .toList();

                        assertThat(all(query, 7)).as("%s", query).isEqualTo(ids(expected));
                        assertThat(all(query.withOrder(Order.RECENT), 7))
                                .as("%s", query)
                                .isEqualTo(ids(expected.stream()
                                        .sorted(Comparator.comparing(News::time).reversed())
                                        .toList()));
                    }
                }
            }
        }
    }

    @Test
    void boardsThatNeedAPerson_areListed_withThoseThatWaitForThem() {
        String below = "a~0123456789abcdef";
        String deep = below + "~fedcba9876543210";
        putNews(List.of(
                news("a", Phase.OPEN, 0),
                news(below, Phase.OPEN, 0),
                news(deep, Phase.OPEN, 2),
                news("a~0123456789abcdee", Phase.OPEN, 0),
                news("ab", Phase.OPEN, 0),
                news("b", Phase.OPEN, 1),
                news("c", Phase.CANCELLED, 0),
                news("c~0123456789abcdef", Phase.OPEN, 1)));
        BoardQuery query = BoardQuery.ALL.needing(Needs.PERSON);

        assertThat(all(query, 2)).containsExactly("a", below, deep, "b", "c~0123456789abcdef");
        assertThat(all(query.withOrder(Order.RECENT), 2)).containsExactlyElementsOf(all(query, 7));
        assertThat(store().<Map<String, Long>>read(tables -> IndexTable.decisionsBelow(tables, List.of("a", deep))))
                .isEqualTo(Map.of("a", 2L));
    }

    /** However many boards have ended, and had roles for persons. */
    @Test
    void boardsThatNeedAPerson_areFoundAlongOneIndex_andNothingIsReadAsAWhole() {
        BoardQuery query = BoardQuery.ALL;

        assertThat(plan(query.needing(Needs.PERSON_ITSELF))).startsWith("SEARCH board USING INDEX needing (id>?)");
        assertThat(plan(query.needing(Needs.PERSON)))
                .startsWith("SEARCH board USING INDEX live (id>?)")
                .contains("SEARCH below USING INDEX needing (id>? AND id<?)");
        for (Needs needs : Needs.values()) {
            for (Order order : Order.values()) {
                assertThat(plan(query.needing(needs).withOrder(order)))
                        .contains("SEARCH i USING COVERING INDEX invited_worker (board=? AND worker=?)")
                        .doesNotContain("SCAN", "TEMP B-TREE");
            }
        }
    }

    private String plan(BoardQuery query) {
        return store().read(tables -> {
            try (PreparedStatement explain =
                            tables.prepareStatement("EXPLAIN QUERY PLAN " + new BoardSearch(query).sql(Place.FIRST));
                    ResultSet row = explain.executeQuery()) {
                List<String> plan = new ArrayList<>();
                while (row.next()) {
                    plan.add(row.getString("detail"));
                }
                return String.join("\n", plan);
            }
        });
    }

    private static News news(String id, Phase phase, long decisions) {
        return new News(
                id,
                Optional.of(phase),
                BLUEPRINTS.get(1),
                Set.of(),
                Map.of(),
                false,
                decisions,
                false,
                1,
                1,
                Instant.EPOCH);
    }

    private static boolean has(News board, String text) {
        return board.boardId().contains(text)
                || board.blueprint().orElseThrow().toLowerCase(Locale.ROOT).contains(text);
    }

    private static List<String> ids(List<News> boards) {
        return boards.stream().map(News::boardId).toList();
    }

    @Test
    void page_looksAtABoundedNumberOfBoards_andTheNextGoesOn() {
        Random random = new Random(8);
        List<News> boards = new ArrayList<>();
        int count = BoardSearch.MOST_LOOKED_AT + 10;
        for (int i = 0; i < count; i++) {
            boards.add(random("b-%06d".formatted(i), random));
        }
        putNews(boards);
        String last = "b-%06d".formatted(count - 1);
        BoardQuery query = new BoardQuery(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(last),
                Optional.empty(),
                Order.ID);

        BoardPage first = store().page(query, Place.FIRST, 10);

        assertThat(first.boards()).isEmpty();
        assertThat(first.next())
                .map(Place::boardId)
                .contains(boards.get(BoardSearch.MOST_LOOKED_AT - 1).boardId());
        assertThat(all(query, 10)).containsExactly(last);
    }

    @Test
    void workersAreThoseOfTheBlueprint() {
        putNews(SampleLog.completed("b").entries().stream().map(News::of).toList());

        assertThat(News.of(SampleLog.completed("b").entries().get(0)).workers()).isNotEmpty();
        for (String worker : News.of(SampleLog.completed("b").entries().get(0)).workers()) {
            assertThat(all(ofWorker(worker), 7)).containsExactly("b");
        }
    }

    @Test
    void afterAnAmendment_workersAreThoseOfTheNewBlueprint() {
        SampleLog log = new SampleLog("b").created();
        amend(log, otherBlueprint("later", "adder"));
        put(log.entries());

        assertThat(all(ofWorker("adder"), 7)).containsExactly("b");
        assertThat(all(ofWorker("counter"), 7)).isEmpty();
    }

    private static BoardQuery ofWorker(String worker) {
        return new BoardQuery(
                Optional.empty(),
                Optional.empty(),
                Optional.of(worker),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Order.ID);
    }

    @Test
    void labelsAreFound_byName_byValue_andByAText() {
        Random random = new Random(11);
        List<News> boards = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            boards.add(random("board-" + i, random));
        }
        putNews(boards);
        for (String label : List.of("team", "team=red", "team=blue", "team=green", "other")) {
            Label wanted = Label.parse(label);
            assertThat(all(
                            new BoardQuery(
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Optional.of(wanted),
                                    Optional.empty(),
                                    Optional.empty(),
                                    Order.ID),
                            7))
                    .as(label)
                    .containsExactlyElementsOf(boards.stream()
                            .filter(board -> wanted.isAmong(board.labels()))
                            .map(News::boardId)
                            .sorted()
                            .toList());
        }
        assertThat(all(
                        new BoardQuery(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("RED"),
                                Optional.empty(),
                                Order.ID),
                        7))
                .containsExactlyElementsOf(boards.stream()
                        .filter(board -> board.labels().containsValue("red"))
                        .map(News::boardId)
                        .sorted()
                        .toList());
    }
}
