package io.patchboard.standalone.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each MUST of the protocol's compatibility kit: it holds, or {@code docs/a2a.md} says why it does not apply. */
@Tag("long")
class A2aRequirementsTest extends A2aChecks {

    private static final Pattern LEFT = Pattern.compile("^\\| (`[A-Z_]+-.*?) \\| ", Pattern.MULTILINE);
    private static final Pattern ID = Pattern.compile("`([A-Z_]+-[A-Za-z0-9_-]+)`");

    /** Checked by {@link A2aPushTest}, on a server that sends notifications. */
    private static final Set<String> PUSHED = Set.of(
            "PUSH-CREATE-001",
            "PUSH-CREATE-002",
            "PUSH-GET-001",
            "PUSH-GET-002",
            "PUSH-LIST-001",
            "PUSH-DEL-001",
            "PUSH-DEL-002",
            "PUSH-DELIVER-001",
            "PUSH-DELIVER-002",
            "PUSH-DELIVER-003");

    private final Map<String, Check> checks = new LinkedHashMap<>();

    @FunctionalInterface
    private interface Check {
        void run() throws Exception;
    }

    private void holds(Check check, String... ids) {
        for (String id : ids) {
            checks.put(id, check);
        }
    }

    private Map<String, Check> table() {
        holds(this::tasks, "CORE-SEND-001", "CORE-GET-001", "CORE-CANCEL-001", "CORE-EXECUTION-MODE-002");
        holds(this::tasks, "CORE-MULTI-001a", "CORE-MULTI-003", "CORE-HIST-002", "BIND-EQUIV-001", "BIND-EQUIV-002");
        holds(this::tasks, "DM-TASK-001", "DM-TASK-002", "DM-STATUS-001", "DM-SERIAL-001", "DM-SERIAL-002");
        holds(this::tasks, "DM-SERIAL-003", "DM-SERIAL-004", "HTTP_JSON-URL-001", "HTTP_JSON-URL-002");
        holds(this::tasks, "JSONRPC-FMT-001", "JSONRPC-FMT-002", "JSONRPC-SVC-001", "HTTP_JSON-SVC-001");
        holds(this::waiting, "CORE-EXECUTION-MODE-001", "CORE-MULTI-005", "CORE-MULTI-006");
        holds(this::waiting, "DM-MSG-001", "DM-MSG-002", "DM-PART-001", "DM-ART-001");
        holds(this::ended, "CORE-SEND-002", "CORE-CANCEL-002", "STREAM-SUB-003");
        holds(this::missing, "CORE-GET-002", "CORE-CANCEL-003", "CORE-MULTI-004", "STREAM-SUB-004");
        holds(this::missing, "BIND-EQUIV-003", "JSONRPC-ERR-001", "JSONRPC-ERR-002", "JSONRPC-ERR-003");
        holds(this::missing, "JSONRPC-SSE-002", "HTTP_JSON-ERR-001", "HTTP_JSON-ERR-002", "HTTP_JSON-STATUS-001");
        holds(this::refused, "CORE-SEND-003", "CORE-ERR-001", "CORE-ERR-002", "CORE-MULTI-002a");
        holds(this::push, "CORE-CAP-001", "CORE-CAP-003");
        holds(this::lists, "CORE-LIST-002", "CORE-LIST-003", "CORE-LIST-004", "CORE-LIST-005", "HTTP_JSON-QP-001");
        holds(this::streams, "CORE-STREAM-001", "CORE-STREAM-003", "STREAM-ORDER-001", "STREAM-ORDER-002");
        holds(this::streams, "STREAM-ORDER-003", "STREAM-ORDER-004", "STREAM-SUB-001", "STREAM-SUB-002");
        holds(this::streams, "JSONRPC-SSE-001", "HTTP_JSON-SSE-001");
        holds(this::versions, "VER-SERVER-001", "VER-SERVER-002", "VER-SERVER-003", "VER-CLIENT-002");
        holds(this::versions, "JSONRPC-SVC-002", "HTTP_JSON-SVC-002");
        holds(this::card, "CARD-DISC-001", "CARD-PROTO-001", "CARD-PROTO-002", "CARD-STRUCT-001", "BIND-FIELD-001");
        holds(this::tokens, "AUTH-SERVER-002", "AUTH-SCOPE-001", "AUTH-SCOPE-002", "AUTH-SCOPE-003");
        holds(this::tokens, "CORE-LIST-001", "BIND-EQUIV-004", "CARD-EXT-001", "CARD-EXT-002");
        return checks;
    }

    @TestFactory
    Stream<DynamicTest> requirements_hold() {
        return table().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(), () -> entry.getValue().run()));
    }

    @Test
    void everyRequirement_isChecked_orThePageSaysWhyNot() throws Exception {
        Set<String> all = new TreeSet<>();
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources/a2a/requirements.txt"))) {
            lines.filter(line -> !line.startsWith("#")).forEach(line -> all.add(line.substring(0, line.indexOf(' '))));
        }
        Set<String> left = new TreeSet<>();
        Matcher rows = LEFT.matcher(Files.readString(Path.of("../../docs/a2a.md")));
        while (rows.find()) {
            ID.matcher(rows.group(1)).results().forEach(id -> left.add(id.group(1)));
        }

        Set<String> told = new TreeSet<>(table().keySet());
        assertThat(told).doesNotContainAnyElementsOf(left);
        told.addAll(PUSHED);
        told.addAll(left);
        assertThat(told).containsExactlyInAnyOrderElementsOf(all);
    }
}
