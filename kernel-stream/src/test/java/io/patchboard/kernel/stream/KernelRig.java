package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardCreated;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A kernel, and a board whose worker is invoked as it begins. */
abstract class KernelRig {

    static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'notes',
             'state':{'schema':{'type':'object','properties':{'notes':{'type':'array','items':{'type':'string'}},
                                'summary':{'type':'string'}},'additionalProperties':false},
                      'initial':{'notes':{'$input':'/notes'}}},
             'workers':{'summarizer':{'read':['/notes/*'],'write':[{'op':['add'],'path':'/summary'}]},
                        'scribe':{'unsolicited':true,'read':['/notes/*'],'write':[{'op':['add'],'path':'/notes/-'}]}},
             'rules':[{'name':'summarize','on':{'event':'created'},'invoke':'summarizer'}],
             'policies':{'default':{'timeout':'PT10S','outage':{'patience':'PT0S'},'retry':{'maxAttempts':2}}},
             'complete':{'when':'has(state.summary)','result':'/summary'}}
            """;

    @TempDir
    private Path stateDir;

    KernelDriver kernel;

    @BeforeEach
    void start() {
        kernel = new KernelDriver(stateDir);
    }

    @AfterEach
    void stop() {
        kernel.close();
    }

    WorkerInvoked createBoard() {
        List<LogEntry> entries =
                kernel.command("b1", KernelDriver.createBoard("b1", BLUEPRINT, "{'notes':['one','two']}"));
        assertThat(entries)
                .extracting(LogEntry::event)
                .hasExactlyElementsOfTypes(BoardCreated.class, WorkerInvoked.class);
        return (WorkerInvoked) entries.get(1).event();
    }

    static String answer(String proposalId, WorkerInvoked invoked, String patch) {
        return "{\"proposalId\":\"" + proposalId + "\",\"boardId\":\"b1\",\"worker\":\"" + invoked.worker()
                + "\",\"invocationId\":\"" + invoked.invocationId() + "\",\"patch\":" + patch + "}";
    }

    static String scribble(String proposalId) {
        return "{\"proposalId\":\"" + proposalId + "\",\"boardId\":\"b1\",\"worker\":\"scribe\",\"patch\":"
                + "[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"more\"}]}";
    }
}
