package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.Event;
import io.patchboard.record.Problem;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.blueprint.BoardTree;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.translation.Imported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Executions of the real service, again on the kernel: what is run has to end as it did there. */
class RecordedExecutionsTest {

    private static final Path PAGE = Path.of("../docs/alas.md");
    private static final Path MADE = Path.of("target/asl-executions.md");

    /** By somebody, from outside. */
    private static final Optional<String> STOPPED = Optional.of("ABORTED");

    private final Map<String, Integer> reasons = new TreeMap<>();
    private final List<String> others = new ArrayList<>();
    private int agreed;

    @Test
    @EnabledIf("io.patchboard.workflow.asl.StateMachines#areThere")
    void executions_thatAreRun_endAsRecorded_andTheShareIsThatOfThePage() throws IOException {
        List<JsonPlace> rows = StateMachines.lines("executions.jsonl");
        rows.stream().filter(row -> !row.text("outcome").equals(STOPPED)).forEach(this::run);
        StringBuilder table = new StringBuilder(
                agreed + " of " + rows.size() + " executions recorded from the real service are run and end as"
                        + " recorded. The others, by what is not run:\n\n| What | Executions |\n|---|---|\n");
        reasons.entrySet().stream()
                .sorted((one, other) -> other.getValue() - one.getValue())
                .forEach(reason -> table.append("| " + reason.getKey() + " | " + reason.getValue() + " |\n"));
        Files.writeString(MADE, table);

        assertThat(others).as("run, but ended otherwise").isEmpty();
        assertThat(Files.readString(PAGE))
                .as("docs/alas.md; its table should be what is in workflow/" + MADE)
                .contains("\n\n" + table + "\n");
    }

    private void run(JsonPlace row) {
        Json machine =
                JsonReader.parse(StateMachines.text(row.text("definition").orElseThrow()));
        Optional<BlueprintExport.Result> written = written(machine);
        if (written.isEmpty()) {
            return;
        }
        BoardTree tree = BoardTree.run(
                written.get(),
                decoded(row.into("input")),
                (asked, item) -> {
                    throw new AssertionError("Expected a machine without tasks.");
                },
                1);
        Event end = tree.log().getLast().event();
        boolean same = row.text("outcome").filter("SUCCEEDED"::equals).isPresent()
                ? end instanceof BoardCompleted completed && completed.result().equals(decoded(row.into("output")))
                : !(end instanceof BoardCompleted);
        if (same) {
            agreed++;
        } else {
            others.add(row.text("id").orElseThrow() + " " + tree.log().getLast().toJson());
        }
    }

    /** In the recordings, lists and the like stand as texts. */
    private static Json decoded(JsonPlace recorded) {
        return recorded.text()
                .filter(text -> text.startsWith("[") || text.startsWith("{"))
                .map(JsonReader::parse)
                .orElse(recorded.value());
    }

    private Optional<BlueprintExport.Result> written(Json machine) {
        Imported read = AslImport.read(machine, "machine");
        if (read.workflow().isEmpty()) {
            return refused(read.errors(), read.unsupported());
        }
        WorkflowChecker.Result checked = WorkflowChecker.check(read.workflow().get());
        if (!checked.isValid()) {
            return refused(checked.errors(), List.of());
        }
        BlueprintExport.Result written =
                BlueprintExport.write(checked.workflow().orElseThrow());
        return written.blueprint().isPresent() ? Optional.of(written) : refused(written.unsupported(), List.of());
    }

    private <T> Optional<T> refused(List<Problem> first, List<Problem> second) {
        Problem problem = first.isEmpty() ? second.get(0) : first.get(0);
        String field = problem.pointer().replaceFirst(".*/params/asl/", "").replaceFirst("/.*", "");
        String reason = problem.pointer().contains("/params/asl/")
                ? "`" + field + "`"
                : problem.message()
                        .replaceFirst("[:,;(].*", "")
                        .replaceAll("\"[^\"]*\"", "...")
                        .replaceFirst(" but got.*", "")
                        .strip();
        reasons.merge(reason, 1, Integer::sum);
        return Optional.empty();
    }
}
