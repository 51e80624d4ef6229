package io.patchboard.client.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.FieldException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CatalogTest {

    private static final int BOARDS = 10_000;

    private Catalog catalog = Catalog.EMPTY;

    private void publish(String name, int content) {
        JsonObject document = (JsonObject) JsonReader.parse("{\"name\":\"" + name + "\",\"content\":" + content + "}");
        add(new CatalogEntry.Published(document, "ada", Optional.of("why")));
    }

    private void rollOut(int version, String share) {
        add(new CatalogEntry.RolledOut("review", version, new BigDecimal(share), "ada", Optional.empty()));
    }

    /** As it is read again. */
    private void add(CatalogEntry entry) {
        CatalogEntry read = CatalogEntry.read(entry.toJson());
        assertThat(read).isEqualTo(entry);
        catalog = catalog.with(read, Instant.EPOCH);
    }

    private Optional<Integer> found(String name, String boardId) {
        return catalog.find(BlueprintName.of(name).orElseThrow(), boardId).map(BlueprintVersion::version);
    }

    private List<String> boardsWith(int version) {
        return IntStream.range(0, BOARDS)
                .mapToObj(number -> "board-" + number)
                .filter(id -> found("review", id).equals(Optional.of(version)))
                .toList();
    }

    @Test
    void nthDocumentOfAName_isItsVersionN_andARepeatIsNone() {
        publish("review", 1);
        publish("other", 1);
        publish("review", 2);
        publish("review", 1);

        assertThat(found("review@1", "b")).contains(1);
        assertThat(found("review@2", "b")).contains(2);
        assertThat(found("review@latest", "b")).contains(2);
        assertThat(found("review", "b")).contains(2);
        assertThat(found("review@3", "b")).isEmpty();
        assertThat(found("nobody", "b")).isEmpty();
        assertThat(catalog.missing(BlueprintName.of("review@3").orElseThrow())).contains("from 1 to 2");
        assertThat(catalog.missing(BlueprintName.of("nobody").orElseThrow()))
                .contains("other, review")
                .doesNotContain("Did you mean");
        assertThat(catalog.missing(BlueprintName.of("reveiw").orElseThrow()))
                .endsWith("there is other, review. Did you mean \"review\"?");
    }

    @Test
    void rollout_givesAShare_whichGrowsAndKeepsWhoHasIt_andBack() {
        IntStream.rangeClosed(1, 3).forEach(version -> publish("review", version));

        rollOut(3, "0.1");
        List<String> tenth = boardsWith(3);
        assertThat(tenth).hasSizeBetween(BOARDS / 20, BOARDS / 5);
        assertThat(boardsWith(2)).hasSize(BOARDS - tenth.size());

        rollOut(3, "0.5");
        List<String> half = boardsWith(3);
        assertThat(half).hasSizeBetween(BOARDS * 2 / 5, BOARDS * 3 / 5).containsAll(tenth);

        publish("review", 4);
        assertThat(boardsWith(4)).as("published is not rolled out").isEmpty();
        rollOut(3, "1");
        assertThat(boardsWith(3)).hasSize(BOARDS);
        rollOut(2, "1");
        assertThat(boardsWith(2)).as("back").hasSize(BOARDS);
    }

    @Test
    void rolloutOfNothing_changesNothing() {
        publish("review", 1);
        rollOut(2, "1");
        rollOut(1, "0");
        rollOut(1, "1.5");
        assertThat(catalog.shelf("review").orElseThrow().rollouts()).isEmpty();
        add(new CatalogEntry.RolledOut("nobody", 1, BigDecimal.ONE, "ada", Optional.empty()));
        assertThat(catalog.shelf("nobody")).isEmpty();
    }

    @Test
    void names_haveOneForm() {
        for (String good : List.of("review", "r", "a.b-c_d@1", "review@latest", "review@999999999")) {
            assertThat(BlueprintName.of(good).orElseThrow()).hasToString(good);
        }
        for (String bad : List.of(
                "",
                "@1",
                "review@",
                "review@0",
                "review@01",
                "review@newest",
                "a/b",
                "1a",
                "review@9999999999",
                "a b")) {
            assertThat(BlueprintName.of(bad)).as(bad).isEmpty();
        }
    }

    @Test
    void entryOfAnotherForm_isRefusedWithItsPlace() {
        for (String bad : List.of(
                "{}",
                "{\"type\":\"BlueprintPublished\",\"by\":\"a\"}",
                "{\"type\":\"BlueprintPublished\",\"by\":\"a\",\"blueprint\":[]}",
                "{\"type\":\"BlueprintPublished\",\"by\":\"a\",\"blueprint\":{\"name\":7}}",
                "{\"type\":\"Other\",\"by\":\"a\"}")) {
            assertThatThrownBy(() -> CatalogEntry.read((JsonObject) JsonReader.parse(bad)))
                    .as(bad)
                    .isInstanceOf(FieldException.class);
        }
    }
}
