package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.tracing.BoardTrace;
import io.patchboard.tracing.Tracing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel makes of the context of a trace: it hands it on beside what it decides, and nothing else. */
final class TraceContextTest {

    private static final String BLUEPRINT = """
            {'apiVersion':'patchboard/v1','name':'notes','state':{'schema':{'type':'object'},'initial':{'notes':[]}},
             'workers':{'scribe':{'unsolicited':true,'write':[{'op':['add'],'path':'/notes/-'}]},
                        'clerk':{'policy':'slow','write':[{'op':['add'],'path':'/notes/-'}]}},
             'policies':{'slow':{'timeout':'PT10S','retry':{'maxAttempts':2,'backoff':{'mode':'fixed','base':'PT5S'}}}},
             'rules':[{'name':'ask','on':{'event':'created'},'invoke':'clerk'}]}
            """;
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "00-" + TRACE + "-b7ad6b7169203331-01";
    private static final String OTHER = "00-" + TRACE + "-00f067aa0ba902b7-00";

    @TempDir
    private Path dir;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Headers headers(Map<String, String> values) {
        Headers headers = new RecordHeaders();
        values.forEach((name, value) -> headers.add(name, bytes(value)));
        return headers;
    }

    private static List<LogEntry> create(KernelDriver kernel, String board, Map<String, String> headers) {
        byte[] command = bytes(KernelDriver.createBoard(board, BLUEPRINT, "{}"));
        return kernel.withHeaders(true, bytes(board), command, headers(headers));
    }

    private static List<LogEntry> note(KernelDriver kernel, String board, String id, Map<String, String> headers) {
        byte[] proposal = bytes("{\"proposalId\":\"" + id + "\",\"boardId\":\"" + board + "\",\"worker\":\"scribe\","
                + "\"patch\":[{\"op\":\"add\",\"path\":\"/notes/-\",\"value\":\"" + id + "\"}]}");
        return kernel.withHeaders(false, bytes(board), proposal, headers(headers));
    }

    private static List<String> parents(KernelDriver kernel, List<LogEntry> entries) {
        return entries.stream()
                .map(entry -> header(kernel.headers(entry), "traceparent"))
                .toList();
    }

    private static String header(Headers headers, String name) {
        Header found = headers.lastHeader(name);
        return found == null ? "none" : new String(found.value(), StandardCharsets.UTF_8);
    }

    @Test
    void context_thatComesIn_goesOnWithAllThatFollowsFromIt() {
        try (KernelDriver kernel = new KernelDriver(dir)) {
            List<LogEntry> created = create(kernel, "b", Map.of("traceparent", PARENT, "tracestate", "vendor=1"));
            List<LogEntry> noted = note(kernel, "b", "p1", Map.of("traceparent", OTHER));

            assertThat(created).hasSizeGreaterThan(1);
            assertThat(created)
                    .allSatisfy(entry -> assertThat(kernel.headers(entry).toArray())
                            .hasSize(2)
                            .anyMatch(header -> new String(header.value(), StandardCharsets.UTF_8).equals("vendor=1")))
                    .anyMatch(entry -> entry.event() instanceof WorkerInvoked);
            assertThat(parents(kernel, created)).containsOnly(PARENT);
            assertThat(noted).anyMatch(entry -> entry.event() instanceof PatchCommitted);
            assertThat(parents(kernel, noted)).containsOnly(OTHER);
        }
    }

    @Test
    void contextThatIsNone_isNotHandedOn() {
        try (KernelDriver kernel = new KernelDriver(dir)) {
            assertThat(create(kernel, "b", Map.of()))
                    .allSatisfy(
                            entry -> assertThat(kernel.headers(entry).toArray()).isEmpty());
            for (String broken :
                    List.of("", "00", "00-" + "0".repeat(32) + "-b7ad6b7169203331-01", "\u00ff", PARENT + "x")) {
                List<LogEntry> entries = note(kernel, "b", "p-" + broken.hashCode(), Map.of("traceparent", broken));

                assertThat(entries).anyMatch(entry -> entry.event() instanceof PatchCommitted);
                assertThat(parents(kernel, entries)).containsOnly("none");
            }
            List<LogEntry> tooLong =
                    note(kernel, "b", "p-long", Map.of("traceparent", PARENT, "tracestate", "a=" + "x".repeat(511)));
            assertThat(tooLong)
                    .allSatisfy(entry -> assertThat(kernel.headers(entry).toArray())
                            .singleElement()
                            .matches(header -> header.key().equals("traceparent")));
        }
    }

    @Test
    void log_isTheSame_withAndWithoutContext() {
        try (KernelDriver kernel = new KernelDriver(dir.resolve("one"));
                KernelDriver other = tracing(dir.resolve("other"), "always_on")) {
            create(kernel, "b", Map.of());
            create(other, "b", Map.of("traceparent", PARENT, "tracestate", "vendor=1"));
            note(kernel, "b", "p1", Map.of());
            note(other, "b", "p1", Map.of("traceparent", "none"));
            kernel.advance(Duration.ofMinutes(1));
            other.advance(Duration.ofMinutes(1));

            assertThat(other.written()).isEqualTo(kernel.written()).isNotEmpty();
        }
    }

    @Test
    void timer_goesOnInTheTraceOfTheDecisionThatSetIt_alsoAfterARestart() {
        KernelDriver first = new KernelDriver(dir.resolve("first"));
        create(first, "b", Map.of("traceparent", PARENT));
        note(first, "b", "p1", Map.of("traceparent", OTHER));
        try (KernelDriver kernel = first.restarted(dir.resolve("second"))) {
            List<LogEntry> late = kernel.advance(Duration.ofSeconds(11));
            List<LogEntry> again = kernel.advance(Duration.ofSeconds(6));

            assertThat(late).anyMatch(entry -> entry.event() instanceof PatchRejected);
            assertThat(parents(kernel, late)).containsOnly(PARENT);
            assertThat(again).anyMatch(entry -> entry.event() instanceof WorkerInvoked);
            assertThat(parents(kernel, again)).containsOnly(PARENT);
        }
    }

    @Test
    void recordThatWaitedForItsBoard_keepsItsContext() {
        try (KernelDriver kernel = new KernelDriver(dir)) {
            kernel.commandsLeft(true);
            assertThat(note(kernel, "b", "p1", Map.of("traceparent", OTHER))).isEmpty();

            List<LogEntry> entries = create(kernel, "b", Map.of("traceparent", PARENT));

            assertThat(entries).anyMatch(entry -> entry.event() instanceof PatchCommitted);
            assertThat(entries)
                    .allSatisfy(entry -> assertThat(header(kernel.headers(entry), "traceparent"))
                            .isEqualTo(entry.event() instanceof PatchCommitted ? OTHER : PARENT));
        }
    }

    @Test
    void boardWithoutAContext_hasATraceOfItsOwn_sampledAsAWhole() {
        Set<String> flags = new HashSet<>();
        try (KernelDriver kernel = tracing(dir, "parentbased_traceidratio")) {
            for (int i = 0; i < 40; i++) {
                String board = "b" + i;
                List<LogEntry> created = create(kernel, board, Map.of());
                List<LogEntry> noted = note(kernel, board, "p1", Map.of());

                String parent = header(kernel.headers(created.get(0)), "traceparent");
                assertThat(parent)
                        .startsWith("00-" + BoardTrace.traceId(board) + "-"
                                + created.get(0).header().hash().substring(0, 16) + "-");
                assertThat(parents(kernel, created)).containsOnly(parent);
                String flag = parent.substring(parent.length() - 2);
                flags.add(flag);
                assertThat(parents(kernel, noted))
                        .containsOnly("00-" + BoardTrace.traceId(board) + "-"
                                + noted.get(0).header().hash().substring(0, 16) + "-" + flag);
            }
        }
        assertThat(flags).containsExactlyInAnyOrder("00", "01");
    }

    @Test
    void decision_ofAContext_isItsChild() {
        try (KernelDriver kernel = tracing(dir, "parentbased_always_on")) {
            List<LogEntry> sampled = create(kernel, "b", Map.of("traceparent", PARENT));
            List<LogEntry> notSampled = note(kernel, "b", "p1", Map.of("traceparent", OTHER));

            assertThat(parents(kernel, sampled)).containsOnly("00-" + TRACE + "-" + span(sampled) + "-01");
            assertThat(parents(kernel, notSampled)).containsOnly("00-" + TRACE + "-" + span(notSampled) + "-00");
        }
    }

    private static String span(List<LogEntry> entries) {
        return entries.get(0).header().hash().substring(0, 16);
    }

    /** Sends to nobody: to a port that is not listened on. */
    private static KernelDriver tracing(Path dir, String sampler) {
        Tracing tracing = Tracing.of(
                Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT",
                        "http://127.0.0.1:9",
                        "OTEL_TRACES_SAMPLER",
                        sampler,
                        "OTEL_TRACES_SAMPLER_ARG",
                        sampler.endsWith("ratio") ? "0.5" : ""),
                "test");
        return new KernelDriver(dir, queue -> true, Attempts.unremembered(1), tracing);
    }
}
