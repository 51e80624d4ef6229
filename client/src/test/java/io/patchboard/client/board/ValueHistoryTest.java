package io.patchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.board.ValueHistory.Change;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardEdited;
import io.patchboard.record.Event;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Requested;
import io.patchboard.record.StateHash;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValueHistoryTest {

    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

    private final List<LogEntry> log = new ArrayList<>();

    private void add(Event event) {
        log.add(new LogEntry(
                new LogHeader("b", log.size() + 1L, log.size() + 1L, BEGIN.plusSeconds(log.size()), "", ""), event));
    }

    private void created(String state) {
        Json json = JsonReader.parse(state);
        add(new BoardCreated("c-1", JsonObject.EMPTY, "", JsonObject.EMPTY, json, StateHash.of(json)));
    }

    private void committed(String worker, String patch) {
        add(new PatchCommitted(
                "p",
                worker,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                JsonReader.parse(patch),
                Optional.empty(),
                StateHash.of(Json.nul())));
    }

    private void edited(String by, String patch) {
        add(new BoardEdited(
                new Requested("c", Optional.of(by), Optional.of("why")),
                JsonReader.parse(patch),
                StateHash.of(Json.nul()),
                Optional.empty()));
    }

    private ValueHistory told(Optional<Json> before, List<LogEntry> entries) {
        ValueHistory history = new ValueHistory(before);
        entries.forEach(history::accept);
        return history;
    }

    private List<Change> of(String place) {
        List<Change> changes = new ArrayList<>();
        told(Optional.empty(), log).back(JsonPointer.parse(place), 100, changes);
        return changes;
    }

    private static List<String> words(List<Change> changes) {
        return changes.stream()
                .map(change -> change.sequence() + " " + change.by().orElse("?") + " " + change.path() + " "
                        + change.before().map(Json::toString).orElse("-") + ">"
                        + change.after().map(Json::toString).orElse("-"))
                .toList();
    }

    @Test
    void eachWrite_tellsWhoFromWhatToWhat_andOthersAreLeftOut() {
        created("{\"a\":1,\"b\":1}");
        committed("adder", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":2}]");
        committed("other", "[{\"op\":\"replace\",\"path\":\"/b\",\"value\":9}]");
        edited("ada", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":3}]");
        committed("same", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":3}]");

        assertThat(words(of("/a"))).containsExactly("4 ada /a 2>3", "2 adder /a 1>2", "1 ? /a ->1");
    }

    @Test
    void item_isFollowedToWhereItWas() {
        created("{\"items\":[\"x\"]}");
        committed("adder", "[{\"op\":\"add\",\"path\":\"/items/1\",\"value\":\"y\"}]");
        committed("writer", "[{\"op\":\"replace\",\"path\":\"/items/1\",\"value\":\"z\"}]");
        committed("first", "[{\"op\":\"add\",\"path\":\"/items/0\",\"value\":\"new\"}]");

        assertThat(words(of("/items/2"))).containsExactly("3 writer /items/1 \"y\">\"z\"", "2 adder /items/1 ->\"y\"");
        assertThat(words(of("/items/0"))).containsExactly("4 first /items/0 ->\"new\"");
    }

    @Test
    void memberThatIsGone_hasItsHistoryUnderItsName() {
        created("{}");
        committed("adder", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":1}]");
        committed("cleaner", "[{\"op\":\"remove\",\"path\":\"/a\"}]");

        assertThat(words(of("/a"))).containsExactly("3 cleaner /a 1>-", "2 adder /a ->1");
        assertThat(of("/b")).isEmpty();
    }

    @Test
    void movedMember_saysWhereItWas() {
        created("{\"a\":1}");
        committed(
                "mover",
                "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b\"},"
                        + "{\"op\":\"replace\",\"path\":\"/b\",\"value\":2}]");

        assertThat(words(of("/b"))).containsExactly("2 mover /b 1>2", "1 ? /a ->1");
        assertThat(of("/b").get(0).toJson().get("from")).contains(Json.of("/a"));
    }

    @Test
    void longLog_isAskedPartByPart_withTheSameAnswer() {
        created("{\"items\":[]}");
        for (int i = 0; i < 20; i++) {
            committed("adder", "[{\"op\":\"add\",\"path\":\"/items/0\",\"value\":" + i + "}]");
            committed("writer", "[{\"op\":\"replace\",\"path\":\"/items/0\",\"value\":" + (100 + i) + "}]");
        }
        List<Change> whole = of("/items/15");
        Json middle = JsonReader.parse("{\"items\":[109,108,107,106,105,104,103,102,101,100]}");

        List<Change> parts = new ArrayList<>();
        JsonPointer place = told(Optional.of(middle), log.subList(21, log.size()))
                .back(JsonPointer.parse("/items/15"), 100, parts)
                .orElseThrow();
        assertThat(parts).isEmpty();
        assertThat(place).hasToString("/items/5");
        told(Optional.empty(), log.subList(0, 21)).back(place, 100, parts);

        assertThat(parts).isEqualTo(whole);
        assertThat(words(whole)).containsExactly("11 writer /items/0 4>104", "10 adder /items/0 ->4");
    }

    @Test
    void enough_isEnough_andTellsWhereToGoOn() {
        created("{\"a\":0}");
        for (int i = 1; i < 10; i++) {
            committed("w", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":" + i + "}]");
        }
        List<Change> changes = new ArrayList<>();

        assertThat(told(Optional.empty(), log).back(JsonPointer.parse("/a"), 3, changes))
                .contains(JsonPointer.parse("/a"));
        assertThat(words(changes)).containsExactly("10 w /a 8>9", "9 w /a 7>8", "8 w /a 6>7");
    }
}
