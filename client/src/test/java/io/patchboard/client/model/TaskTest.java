package io.patchboard.client.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.log.SampleLog;
import io.patchboard.client.model.BoardQuery.Needs;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardRestored;
import io.patchboard.record.LogEntry;
import io.patchboard.record.StateHash;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What persons are to answer, told by the store alone. */
class TaskTest extends StoreRig {

    private static final Json SERVED = JsonReader.parse(
            SampleLog.BLUEPRINT.toString().replace("\"instruction\":", "\"kind\":\"person\",\"instruction\":"));

    private static SampleLog served(String board) {
        Json state = JsonReader.parse("{\"count\":0}");
        return new SampleLog(board)
                .add(new BoardCreated(
                        "c-1", SERVED, CanonicalJson.sha256(SERVED), JsonObject.EMPTY, state, StateHash.of(state)));
    }

    /** As topics give them: those of one topic may come long before those of another, or long after. */
    private void put(SampleLog log) {
        boolean early = log.entries().get(0).boardId().length() % 2 == 0;
        List<LogEntry> entries = new ArrayList<>(log.entries());
        entries.sort(Comparator.comparing((LogEntry entry) -> entry.event() instanceof WorkerInvoked != early));
        put(entries);
    }

    private List<String> tasks(String board) {
        return store().read(tables -> Task.of(tables, board)).stream()
                .map(task -> task.sequence() + " " + task.worker() + " " + task.invocationId())
                .toList();
    }

    private List<String> inbox() {
        return listed(BoardQuery.ALL.needing(Needs.PERSON_ITSELF));
    }

    private List<String> listed(BoardQuery query) {
        return store().page(query, BoardPage.Place.FIRST, 10).boards().stream()
                .map(Summary::boardId)
                .toList();
    }

    @Test
    void whatNobodyAnswered_isThere_whateverCameFirst() {
        put(served("asked").invoked("i-1"));
        put(served("again").invoked("i-1").rejected("p-1", "i-1").invoked("i-2"));
        put(new SampleLog("program").created().invoked("i-1"));

        assertThat(tasks("asked")).containsExactly("2 counter i-1");
        assertThat(tasks("again")).containsExactly("4 counter i-2");
        assertThat(tasks("program")).isEmpty();
        assertThat(inbox()).containsExactly("again", "asked");
    }

    @Test
    void whoIsAPerson_saysTheBlueprintOfThen() {
        SampleLog log = served("relieved").invoked("i-1");
        amend(log, SampleLog.BLUEPRINT);
        put(log.invoked("i-2"));
        SampleLog other = new SampleLog("entrusted").created().invoked("i-1");
        amend(other, SERVED);
        put(other.invoked("i-2"));

        assertThat(tasks("relieved")).containsExactly("2 counter i-1");
        assertThat(tasks("entrusted")).containsExactly("4 counter i-2");
        assertThat(inbox()).containsExactly("entrusted", "relieved");
        put(log.committed("p-1", "i-1", 1));
        assertThat(inbox()).containsExactly("entrusted");
    }

    @Test
    void boardsThatWaitForSuchBoards_areListedAsNeedingAPerson() {
        String below = "parent~0123456789abcdef";
        put(new SampleLog("parent").created());
        put(served(below).invoked("i-1"));
        put(served("parent~fedcba9876543210").invoked("i-1").committed("p-1", "i-1", 1));
        put(new SampleLog("program").created().invoked("i-1"));
        BoardQuery query = BoardQuery.ALL.needing(Needs.PERSON);

        assertThat(listed(query)).containsExactly("parent", below);
        assertThat(listed(query.withOrder(BoardQuery.Order.RECENT))).containsExactlyInAnyOrder("parent", below);
        assertThat(inbox()).containsExactly(below);
        assertThat(store().<List<String>>read(tables -> IndexTable.needingPersonBelow(tables, "parent", 5)))
                .containsExactly(below);
    }

    @Test
    void whatWasAnswered_orEndedWithItsBoard_orWasSuperseded_isNot() {
        put(served("answered").invoked("i-1").committed("p-1", "i-1", 1));
        put(served("ended").invoked("i-1").ended());
        put(served("never-answered")
                .invoked("i-1")
                .invoked("i-2")
                .rejected("p-1", "i-2")
                .ended());
        put(served("restored")
                .invoked("i-1")
                .add(new BoardRestored(
                        Optional.empty(),
                        Optional.of("m"),
                        1,
                        JsonArray.EMPTY,
                        StateHash.of(JsonReader.parse("{\"count\":0}")),
                        List.of("i-1"),
                        List.of(),
                        Optional.empty())));

        assertThat(tasks("answered")).isEmpty();
        assertThat(tasks("ended")).isEmpty();
        assertThat(tasks("restored")).isEmpty();
        assertThat(inbox()).isEmpty();
    }
}
