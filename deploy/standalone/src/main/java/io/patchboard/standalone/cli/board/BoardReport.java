package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.board.Consumption;
import io.patchboard.client.board.Labels;
import io.patchboard.client.board.OpenWork;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Budget;
import io.patchboard.kernel.blueprint.Budgets;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.HeldTrigger;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.kernel.state.WaitingInvocation;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BudgetKind;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How one board is, as JSON and for people. */
final class BoardReport {

    private final BoardProjection projection;
    private final Board board;
    private final List<BoardProjection> below;
    private final String options;

    /**
     * @param below boards that it waits for on which a person has to decide or answer something
     * @param options of the commands that are to be typed
     */
    BoardReport(BoardProjection projection, List<BoardProjection> below, String options) {
        this.projection = projection;
        this.below = below;
        this.options = options;
        this.board = projection.board();
    }

    JsonObject json() {
        Blueprint blueprint = board.rules();
        return JsonObject.builder()
                .put("boardId", board.id())
                .put(
                        "blueprint",
                        JsonObject.builder()
                                .put("name", blueprint.name())
                                .put("hash", blueprint.hash())
                                .build())
                .put("phase", board.phase().word())
                .putIfPresent("labels", Labels.json(projection.labels()))
                .putIfPresent("marks", OpenWork.marks(board))
                .put("version", board.version())
                .put("sequence", board.sequence())
                .put("created", LogHeader.format(board.created()))
                .put("lastActivity", LogHeader.format(board.time()))
                .putStringIfPresent("pausedAt", board.pausedAt().map(LogHeader::format))
                .put("degraded", Degradation.isIn(board))
                .put("stateHash", board.stateHash())
                .put("hash", board.lastHash())
                .put("counts", counts())
                .putAll(OpenWork.json(projection))
                .putIfPresent("needsPersonBelow", NeededPerson.json(below))
                .put("spending", spending())
                .putIfPresent("end", projection.end().map(end -> end.toJson()))
                .putIfPresent("damage", projection.damage().map(Json::of))
                .build();
    }

    private JsonObject counts() {
        return JsonObject.builder()
                .put("commits", projection.commits())
                .put("rejections", total(projection.rejections()))
                .put("rejectionsByStage", numbers(projection.rejections()))
                .put("invocations", total(projection.invocations()))
                .put("invocationsByWorker", numbers(projection.invocations()))
                .build();
    }

    private JsonObject spending() {
        JsonObject.Builder workers = JsonObject.builder();
        board.spending()
                .workers()
                .forEach((worker, share) -> workers.put(
                        worker,
                        JsonObject.builder()
                                .put("invocations", share.invocations())
                                .put("tokens", share.tokens())
                                .put("cost", JsonNumber.of(share.cost()))
                                .put("toolCalls", share.toolCalls())
                                .put("duration", share.open().toString())
                                .put("budgets", limits(board.budgets(Optional.of(worker))))
                                .build()));
        return JsonObject.builder()
                .put("invocations", board.spending().invocations())
                .put("tokens", board.spending().tokens())
                .put("cost", JsonNumber.of(board.spending().cost()))
                .put("toolCalls", board.spending().toolCalls())
                .put("budgets", limits(board.budgets(Optional.empty())))
                .put("workers", workers.build())
                .put("consumption", projection.consumption().toJson())
                .put("warned", JsonArray.ofStrings(board.spending().warned()))
                .build();
    }

    private static JsonObject limits(List<Budget> budgets) {
        JsonObject.Builder limits = JsonObject.builder();
        for (Budget budget : budgets) {
            limits.put(
                    budget.kind().word(),
                    budget.kind() == BudgetKind.DURATION
                            ? Json.of(Budgets.duration(budget.most()).toString())
                            : JsonNumber.of(budget.most()));
        }
        return limits.build();
    }

    private static JsonObject numbers(Map<?, Long> counts) {
        JsonObject.Builder numbers = JsonObject.builder();
        counts.forEach((name, count) -> numbers.put(name.toString(), count));
        return numbers.build();
    }

    private static long total(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    List<String> lines(Look look) {
        Blueprint blueprint = board.rules();
        List<String> lines = new ArrayList<>();
        lines.add(line("board", look.paint(Style.BOLD, Text.printable(board.id()))));
        lines.add(line("blueprint", Text.printable(blueprint.name()) + "  " + look.paint(Style.DIM, blueprint.hash())));
        lines.add(line(
                "phase",
                phase(look)
                        + (Degradation.isIn(board) ? look.paint(Style.CHANGED, ", degraded") : "")
                        + board.pausedAt()
                                .map(at -> " since " + LogHeader.format(at))
                                .orElse("")));
        board.present()
                .parent()
                .ifPresent(parent -> lines.add(
                        line("made for", Text.printable(parent.boardId() + ", as its worker " + parent.worker()))));
        lines.add(line("version", board.version() + ", after " + board.sequence() + " log entries"));
        lines.add(line("created", LogHeader.format(board.created())));
        lines.add(line("last activity", LogHeader.format(board.time())));
        lines.add(line("state hash", look.paint(Style.DIM, board.stateHash())));
        lines.add(line("log hash", look.paint(Style.DIM, board.lastHash())));
        lines.add(line("commits", Long.toString(projection.commits())));
        lines.add(line("rejections", counted(projection.rejections())));
        lines.add(line("invocations", counted(projection.invocations())));
        lines.add(line("spent", spent()));
        projection.consumption().amounts().forEach((spender, amount) -> lines.add(line("", spent(spender, amount))));
        board.open().values().forEach(open -> {
            lines.add(line("open", open(open)));
            OpenWork.board(board, open).ifPresent(id -> lines.add(line("", "board " + Text.printable(id))));
            if (board.isPerson(open.worker())) {
                lines.add(line("", look.paint(Style.BOLD, Text.printable(NextCommand.of(board.id(), open) + options))));
            }
        });
        board.waiting().forEach(waiting -> lines.add(line("waiting", waiting(waiting))));
        projection.away().forEach((worker, failure) -> lines.add(line("away", away(worker, failure))));
        board.held().forEach(held -> lines.add(line("held", held(held))));
        NeededPerson.on(board, "", options, look).forEach(said -> lines.add(line(said.name(), said.value())));
        below.forEach(one -> NeededPerson.below(one.board(), options, look)
                .forEach(said -> lines.add(line(said.name(), said.value()))));
        projection.end().ifPresent(end -> {
            if (end.event() instanceof BoardHalted halted) {
                lines.add(line("reason", Text.printable((halted.reason().word() + " " + halted.detail()).strip())));
                lines.add(line("", Text.printable(halted.message())));
                halted.result().ifPresent(result -> result(result, lines));
            } else if (end.event() instanceof BoardCompleted completed) {
                result(completed.result(), lines);
            }
        });
        projection
                .damage()
                .ifPresent(damage -> lines.add(line("damage", look.paint(Style.BAD, Text.printable(damage)))));
        return lines;
    }

    private static void result(Json result, List<String> lines) {
        lines.add("result");
        JsonWriter.pretty(result).lines().forEach(line -> lines.add("  " + Text.printable(line)));
    }

    private String phase(Look look) {
        String word = board.phase().word();
        if (board.phase() == Phase.COMPLETED) {
            return look.paint(Style.GOOD, word);
        }
        return board.phase() == Phase.OPEN ? word : look.paint(Style.CHANGED, word);
    }

    private static String counted(Map<?, Long> counts) {
        if (counts.isEmpty()) {
            return "0";
        }
        return total(counts)
                + counts.entrySet().stream()
                        .map(entry -> Text.printable(entry.getKey().toString()) + " " + entry.getValue())
                        .collect(Collectors.joining(", ", "  (", ")"));
    }

    private String spent() {
        return board.spending().invocations() + of(BudgetKind.INVOCATIONS) + " invocations, "
                + board.spending().tokens() + of(BudgetKind.TOKENS) + " tokens"
                + cost()
                + toolCalls()
                + board.expires()
                        .map(at -> ", time until " + LogHeader.format(at))
                        .orElse("");
    }

    private String toolCalls() {
        long calls = board.spending().toolCalls();
        return calls == 0 && board.budget(BudgetKind.TOOL_CALLS).isEmpty()
                ? ""
                : ", " + calls + of(BudgetKind.TOOL_CALLS) + " calls of tools";
    }

    private String of(BudgetKind kind) {
        return board.budget(kind)
                .map(budget -> " of " + JsonNumber.of(budget.most()))
                .orElse("");
    }

    private static String spent(Consumption.Spender spender, Consumption.Amount amount) {
        String who =
                spender.worker().map(Text::printable).orElse(spender.component().word());
        return who + spender.model().map(model -> ", " + Text.printable(model)).orElse("") + ": "
                + amount.answers() + (amount.answers() == 1 ? " answer, " : " answers, ")
                + amount.inputTokens() + " tokens in, " + amount.outputTokens() + " out"
                + (amount.cost().signum() == 0 ? "" : ", a cost of " + JsonNumber.of(amount.cost()));
    }

    private String cost() {
        String of = of(BudgetKind.COST);
        return of.isEmpty() && board.spending().cost().signum() == 0
                ? ""
                : ", a cost of " + JsonNumber.of(board.spending().cost()) + of;
    }

    private static String away(String worker, BoardProjection.Away away) {
        return Text.printable(worker) + " since " + LogHeader.format(away.since()) + ", "
                + away.failure().kind().word() + ": "
                + Text.printable(away.failure().message());
    }

    private static String open(OpenInvocation open) {
        return Text.printable(open.worker()) + because(open.trigger()) + ", attempt " + open.attempt() + ", until "
                + LogHeader.format(open.deadline()) + "  " + Text.printable(open.id());
    }

    private static String waiting(WaitingInvocation waiting) {
        return Text.printable(waiting.worker()) + because(waiting.trigger()) + ", attempt " + waiting.attempt()
                + ", not before " + LogHeader.format(waiting.notBefore());
    }

    private static String held(HeldTrigger held) {
        return (held.worker().map(Text::printable).orElse("") + because(held.trigger())).strip()
                + ", waits (" + held.reason().word()
                + held.key().map(key -> " for " + Text.printable(key)).orElse("")
                + ")" + held.due().map(at -> ", until " + LogHeader.format(at)).orElse("");
    }

    private static String because(Trigger trigger) {
        Optional<String> place = trigger.path();
        return " by " + Text.printable(trigger.rule())
                + place.map(path -> " at " + Text.printable(path)).orElse("");
    }

    private static String line(String name, String value) {
        return String.format("%-14s %s", name, value).stripTrailing();
    }
}
