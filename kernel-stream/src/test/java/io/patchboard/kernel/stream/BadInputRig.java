package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A kernel, and a board whose worker may write anything that the schema takes. */
abstract class BadInputRig {

    static final String BLUEPRINT = blueprint("true", "{'xs':[]}", "");

    @TempDir
    private Path stateDir;

    KernelDriver kernel;
    private int proposals;

    @BeforeEach
    void start() {
        kernel = new KernelDriver(stateDir);
    }

    @AfterEach
    void stop() {
        kernel.close();
    }

    static String blueprint(String schema, String initial, String rest) {
        return "{'apiVersion':'patchboard/v1','name':'bad','state':{'schema':" + schema + ",'initial':" + initial
                + "},'workers':{'w':{'privileged':true,'unsolicited':true,'read':['/**'],'write':[{'op':['add','replace','remove','copy'],"
                + "'path':'/**'}]},'v':{'read':[{'path':'/xs/0','unchecked':true}]}}" + rest + "}";
    }

    void create(String boardId, String blueprint) {
        create(boardId, blueprint, "{}");
    }

    void create(String boardId, String blueprint, String input) {
        assertThat(kernel.command(boardId, KernelDriver.createBoard(boardId, blueprint, input)))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(BoardCreated.class);
    }

    List<LogEntry> propose(String boardId, String patch) {
        return kernel.propose(
                boardId,
                "{\"proposalId\":\"p-" + ++proposals + "\",\"boardId\":\"" + boardId + "\",\"worker\":\"w\",\"patch\":"
                        + patch.replace('\'', '"') + "}");
    }

    void assertWorks(String boardId) {
        assertThat(propose(boardId, "[{'op':'add','path':'/ok','value':" + proposals + "}]"))
                .extracting(LogEntry::event)
                .hasAtLeastOneElementOfType(PatchCommitted.class);
    }

    static LogEntry onlyOne(List<LogEntry> entries) {
        assertThat(entries).hasSize(1);
        return entries.get(0);
    }
}
