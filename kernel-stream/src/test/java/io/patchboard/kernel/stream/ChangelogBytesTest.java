package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.WorkerInvoked;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a commit writes to the stores weighs what its patch does. Bytes of keys and values are counted, no times. */
final class ChangelogBytesTest {

    private static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'pages',
             'state':{'schema':{'type':'object'},'initial':{'question':'','pages':{'$input':'/pages'}}},
             'workers':{'asked':{'write':[{'op':['replace'],'path':'/question'}]},
                        'scribe':{'unsolicited':true,'write':[{'op':['replace'],'path':'/**'}]}},
             'rules':[{'name':'ask','on':{'op':['replace'],'path':'/question'},'invoke':'asked'}],
             'budgets':{'invocations':100000},
             'complete':{'when':'has(state.done)','result':'/done'}}
            """;

    private static final int COMMITS = 2_000;
    private static final int PAGE_CHARS = 1_000;
    private static final int PATCH_BYTES = 200;
    private static final long TARGET = 2 * 1024;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 1_000})
    void commitsOfUninvitedWorkers_onBoardsOfAnySize_writeAboutTwiceTheirPatches(int pages) {
        try (KernelDriver kernel = new KernelDriver(dir)) {
            create(kernel, pages);
            for (int i = 0; i < COMMITS; i++) {
                propose(kernel, "scribe", "", "/pages/" + i % pages, i);
            }
            assertBytes(kernel, "board of " + pages + " KB, uninvited", COMMITS);
        }
    }

    @Test
    void answers_withTheInvocationsThatFollowThem_writeLittleMore() {
        try (KernelDriver kernel = new KernelDriver(dir)) {
            create(kernel, 1_000);
            String invocation = invocation(propose(kernel, "scribe", "", "/question", 0));
            for (int i = 1; i <= COMMITS; i++) {
                String answer = ",\"invocationId\":\"" + invocation + "\"";
                invocation = invocation(propose(kernel, "asked", answer, "/question", i));
            }
            assertBytes(kernel, "board of 1 MB, answers, each with the next invocation", COMMITS);
        }
    }

    private static void create(KernelDriver kernel, int pages) {
        String page = "'" + "x".repeat(PAGE_CHARS) + "',";
        String input = "{'pages':[" + page.repeat(pages).replaceFirst(",$", "") + "]}";
        assertThat(kernel.command("b1", KernelDriver.createBoard("b1", BLUEPRINT, input)))
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class);
    }

    private static List<LogEntry> propose(KernelDriver kernel, String worker, String more, String place, int number) {
        String start = "[{\"op\":\"replace\",\"path\":\"" + place + "\",\"value\":\"" + number + " ";
        String patch = start + "y".repeat(PATCH_BYTES - start.length() - 3) + "\"}]";
        List<LogEntry> entries = kernel.propose(
                "b1",
                "{\"proposalId\":\"0190163d-8694-739b-aea5-" + (100_000_000_000L + number)
                        + "\",\"boardId\":\"b1\",\"worker\":\"" + worker + "\"" + more + ",\"patch\":" + patch + "}",
                KernelDriver.START.plusMillis(number).toEpochMilli());
        assertThat(entries).extracting(LogEntry::event).hasAtLeastOneElementOfType(PatchCommitted.class);
        return entries;
    }

    private static String invocation(List<LogEntry> entries) {
        return entries.stream()
                .map(LogEntry::event)
                .filter(WorkerInvoked.class::isInstance)
                .map(entry -> ((WorkerInvoked) entry).invocationId())
                .findFirst()
                .orElseThrow();
    }

    /** The creation of the board counts, too: its snapshot is one that 2,000 commits had to pay for. */
    private static void assertBytes(KernelDriver kernel, String what, int commits) {
        Map<String, Long> bytes = new TreeMap<>();
        kernel.stores().changelogs().forEach((store, written) -> bytes.put(store, written / commits));
        System.out.printf("Bytes in changelogs for a commit of %d bytes, %s: %s%n", PATCH_BYTES, what, bytes);
        assertThat(bytes.values().stream().mapToLong(Long::longValue).sum())
                .as("%s", bytes)
                .isLessThan(TARGET);
    }
}
