package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Stage;
import io.patchboard.record.Usage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EncodingsTest {

    private static final byte[] KEY = "b1".getBytes(StandardCharsets.UTF_8);

    private static final Json BLUEPRINT = json("""
            {'apiVersion':'patchboard/v1','name':'notes',
             'state':{'schema':{'type':'object'},'initial':{'notes':[]}},
             'workers':{'scribe':{'unsolicited':true,'write':[{'op':['add'],'path':'/notes/-'}]}},
             'complete':{'when':'has(state.done)','result':'/notes'}}
            """);

    private static final CreateBoard CREATE = new CreateBoard("c1", "b1", BLUEPRINT, json("{}"));

    @TempDir
    private Path stateDir;

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }

    private static PatchProposal proposal(String id) {
        return new PatchProposal(
                id,
                "b1",
                "scribe",
                Optional.empty(),
                json("[{'op':'add','path':'/notes/-','value':'" + id + "'}]"),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void inputs_inMixedEncodingsOnOneTopic_areAllRead() {
        try (KernelDriver kernel = new KernelDriver(stateDir)) {
            assertThat(kernel.command(KEY, RecordEncoder.avro().encode(CREATE)))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(BoardCreated.class);

            assertThat(kernel.propose(KEY, RecordEncoder.avro().encode(proposal("p1"))))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchCommitted.class);
            assertThat(kernel.propose(KEY, RecordEncoder.json().encode(proposal("p2"))))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchCommitted.class);
            assertThat(kernel.propose(KEY, new byte[] {0, 0, 0, 0, 1, 2}))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchRejected.class);
            assertThat(kernel.propose(KEY, RecordEncoder.avro().encode(proposal("p2"))))
                    .isEmpty();
            assertThat(kernel.propose(KEY, RecordEncoder.avro().encode(proposal("p3"))))
                    .singleElement()
                    .satisfies(entry -> {
                        assertThat(entry.sequence()).isEqualTo(5);
                        assertThat(((PatchCommitted) entry.event()).patch().toString())
                                .contains("/notes/2");
                    });
        }
    }

    @Test
    void outputs_inAvro_beginWithItsMarkerAndReadTheSame() {
        try (KernelDriver kernel = new KernelDriver(stateDir, RecordEncoder.avro())) {
            kernel.send(KEY, RecordEncoder.json().encode(CREATE));
            assertThat(kernel.values("patchboard.committed"))
                    .singleElement()
                    .satisfies(value -> assertThat(value).startsWith((byte) 0xC3, (byte) 1));

            assertThat(kernel.propose(KEY, RecordEncoder.json().encode(proposal("p1"))))
                    .singleElement()
                    .satisfies(entry -> {
                        assertThat(((PatchCommitted) entry.event()).proposalId())
                                .isEqualTo("p1");
                        assertThat(entry.computeHash()).isEqualTo(entry.header().hash());
                    });
        }
    }

    @Test
    void listOverItsBounds_inAnyEncoding_isRejectedWithStageAndReason() {
        PatchProposal plain = proposal("p1");
        for (RecordEncoder encoder : List.of(RecordEncoder.json(), RecordEncoder.avro())) {
            for (int words : List.of(21, 300_000)) {
                Usage usage = new Usage(1, 1, Optional.empty(), Optional.empty(), Collections.nCopies(words, "cut"));
                byte[] record = encoder.encode(new PatchProposal(
                        plain.proposalId(),
                        plain.boardId(),
                        plain.worker(),
                        plain.invocationId(),
                        plain.patch(),
                        Optional.of(usage),
                        plain.error()));
                try (KernelDriver kernel = new KernelDriver(stateDir)) {
                    kernel.command(KEY, RecordEncoder.json().encode(CREATE));

                    assertThat(kernel.propose(KEY, record))
                            .extracting(LogEntry::event)
                            .singleElement()
                            .isInstanceOfSatisfying(PatchRejected.class, rejected -> {
                                assertThat(rejected.stage()).isEqualTo(Stage.DECODE);
                                assertThat(rejected.rejection().message()).contains("at /usage/repairs");
                                assertThat(rejected.proposalId()).contains("p1");
                            });
                }
            }
        }
    }

    @Test
    void tombstone_onEitherTopic_isRejectedAndTheBoardStays() {
        try (KernelDriver kernel = new KernelDriver(stateDir)) {
            kernel.command(KEY, RecordEncoder.json().encode(CREATE));

            List<LogEntry> proposal = kernel.propose(KEY, null);
            List<LogEntry> command = kernel.command(KEY, null);

            assertThat(proposal)
                    .extracting(LogEntry::event)
                    .singleElement()
                    .isInstanceOfSatisfying(PatchRejected.class, rejected -> {
                        assertThat(rejected.rejection().stage()).isEqualTo(Stage.DECODE);
                        assertThat(rejected.rejection().code()).isEqualTo("empty");
                    });
            assertThat(command).extracting(LogEntry::event).hasExactlyElementsOfTypes(CommandRejected.class);
            assertThat(kernel.propose(KEY, RecordEncoder.json().encode(proposal("p1"))))
                    .extracting(LogEntry::event)
                    .hasExactlyElementsOfTypes(PatchCommitted.class);
        }
    }
}
