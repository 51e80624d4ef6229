package io.patchboard.workflow.asl;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.Event;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.workflow.blueprint.BlueprintExport;
import io.patchboard.workflow.blueprint.BoardTree;
import io.patchboard.workflow.check.WorkflowChecker;
import io.patchboard.workflow.translation.Imported;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
        StringBuilder table = new StringBuilder(agreed + " of " + rows.size()
                + " executions recorded from the real service are run and end as recorded, with the same outcome, output,"
                + " error and order of states.");
        if (!reasons.isEmpty()) {
            table.append(" The others, by what is not run:\n\n| What | Executions |\n|---|---|\n");
        }
        reasons.entrySet().stream()
                .sorted((one, other) -> other.getValue() - one.getValue())
                .forEach(reason -> table.append("| " + reason.getKey() + " | " + reason.getValue() + " |\n"));
        Files.writeString(MADE, table);

        assertThat(others).as("run, but ended otherwise").isEmpty();
        assertThat(Files.readString(PAGE))
                .as("docs/alas.md; its table should be what is in workflow/" + MADE)
                .contains("\n\n" + table);
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
                filledIn(decoded(row.into("input").value())),
                (asked, item) -> {
                    throw new AssertionError("Expected a machine without tasks.");
                },
                1);
        List<String> differences = differences(row, tree);
        if (differences.isEmpty()) {
            agreed++;
        } else {
            others.add(row.text("id").orElseThrow() + ": " + String.join("; ", differences) + "; "
                    + tree.log().getLast().toJson());
        }
    }

    private static List<String> differences(JsonPlace row, BoardTree tree) {
        List<String> differences = new ArrayList<>();
        Event end = tree.log().getLast().event();
        if (row.text("outcome").filter("SUCCEEDED"::equals).isPresent()) {
            Json recorded = row.into("output").value();
            if (!(end instanceof BoardCompleted completed) || !isSame(completed.result(), recorded)) {
                differences.add("expected " + recorded);
            }
        } else if (end instanceof BoardCompleted) {
            differences.add("expected a failure");
        } else if (row.text("error")
                .filter(name -> !reported(tree).contains(name))
                .isPresent()) {
            differences.add("expected error " + row.into("error").value() + " but got " + reported(tree));
        }
        List<String> recorded = recordedStates(row);
        List<String> here = states(tree);
        if (isEvaluated(tree) ? !here.equals(recorded) : !isWithin(here, recorded)) {
            differences.add("expected states " + recorded + " but got " + here);
        }
        return differences;
    }

    /** What has failed the machine, in its own words. */
    private static String reported(BoardTree tree) {
        return tree.log().stream()
                .map(entry -> entry.event())
                .filter(PatchRejected.class::isInstance)
                .map(event -> ((PatchRejected) event).rejection().message())
                .reduce((first, last) -> last)
                .orElse("");
    }

    private static List<String> recordedStates(JsonPlace row) {
        Set<String> outer = new LinkedHashSet<>();
        JsonPlace.of(JsonReader.parse(StateMachines.text(row.text("definition").orElseThrow())))
                .into("States")
                .members()
                .forEach(state -> outer.add(state.name()));
        return row.items("events").stream()
                .filter(event -> event.text("type").orElse("").endsWith("StateEntered"))
                .flatMap(event -> event.text("state").stream())
                .filter(outer::contains)
                .toList();
    }

    /** The states of the machine itself, in the order in which somebody was first asked about each of their turns. */
    private static List<String> states(BoardTree tree) {
        return tree.log().stream()
                .map(entry -> entry.event())
                .filter(WorkerInvoked.class::isInstance)
                .map(WorkerInvoked.class::cast)
                .filter(invoked -> invoked.trigger()
                        .path()
                        .filter(path -> path.startsWith("/again/"))
                        .isEmpty())
                .filter(invoked -> invoked.trigger()
                        .path()
                        .filter(path -> path.startsWith("/asked/"))
                        .isEmpty())
                .map(WorkerInvoked::worker)
                .filter(worker -> !worker.matches(".*\\.(out|caught)|workflow\\..*"))
                .map(worker -> worker.replaceFirst("\\.in$", ""))
                .toList();
    }

    /** Where no state says anything of data, those that hand on what they are given are only rules. */
    private static boolean isEvaluated(BoardTree tree) {
        return tree.log().stream()
                .anyMatch(entry -> entry.event() instanceof WorkerInvoked invoked
                        && invoked.trigger()
                                .path()
                                .filter(path -> path.startsWith("/to/"))
                                .isPresent());
    }

    /** Whether all of them are there, in this order. */
    private static boolean isWithin(List<String> here, List<String> recorded) {
        int at = 0;
        for (String state : recorded) {
            at += at < here.size() && here.get(at).equals(state) ? 1 : 0;
        }
        return at == here.size();
    }

    /** In the recordings some values stand as texts, and what is another each time is left out. */
    private static boolean isSame(Json made, Json recorded) {
        return made.equals(recorded)
                || made.equals(decoded(recorded))
                || JsonPlace.of(recorded)
                                .text("FunctionResult")
                                .filter("RandomNumberGenerated"::equals)
                                .isPresent()
                        && JsonPlace.of(made).into("FunctionResult").amount().isPresent()
                || made.equals(filledIn(recorded));
    }

    private static Json decoded(Json recorded) {
        try {
            return recorded instanceof JsonString text
                    ? new JsonReader(JsonLimits.DEFAULT).read(text.value())
                    : recorded;
        } catch (JsonSyntaxException e) {
            return recorded;
        }
    }

    /** The recordings have a word in place of each date. */
    private static Json filledIn(Json recorded) {
        return JsonReader.parse(recorded.toString().replace("\"date\"", "\"2024-01-01T00:00:00Z\""));
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
