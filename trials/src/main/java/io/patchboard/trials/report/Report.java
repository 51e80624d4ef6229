package io.patchboard.trials.report;

import io.patchboard.experiments.stats.Interval;
import io.patchboard.json.Json;
import io.patchboard.json.JsonString;
import io.patchboard.trials.Comparison;
import io.patchboard.trials.ComparisonText;
import io.patchboard.trials.Episode;
import io.patchboard.trials.Row;
import io.patchboard.trials.hotpotqa.QuestionArms;
import io.patchboard.trials.model.Mistake;
import io.patchboard.trials.model.SimulatedModel;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.Arms;
import io.patchboard.trials.play.Measure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What the page says. Figures and no conclusions: those are the reader's. */
public final class Report {

    private static final String SIMULATED =
            "No language model was used: a simulated one answers, and makes mistakes at the rates that the title says.";

    private static final String BASELINE =
            "No language model was used: a baseline of BM25, sentences and spans answers, few questions right, and makes"
                    + " mistakes at the rates that the title says.";

    private static final String SAME =
            ", played through several systems (arms) with the same cases, seeds, models and limits. Made by patchboard"
                    + " experiment report from the episodes beside it.";

    private static final String LIMIT =
            "Where a simulated model answers, a difference between arms shows what their mechanisms let through when such"
                    + " mistakes are made at such rates. How often a language model makes them is not shown.";

    private final List<Block> blocks = new ArrayList<>();

    private Report(List<Result> results) {
        List<Result> games = results.stream()
                .filter(result -> !isOfQuestions(result) && result.faults().isEmpty())
                .toList();
        List<Result> questions = results.stream().filter(Report::isOfQuestions).toList();
        if (!games.isEmpty()) {
            blocks.add(new Block.Paragraph("Text games of ALFWorld" + SAME));
        }
        if (!questions.isEmpty()) {
            blocks.add(new Block.Paragraph("Questions of HotpotQA, answered from their paragraphs" + SAME));
        }
        if (results.stream().anyMatch(Report::isSimulated)) {
            blocks.add(new Block.Paragraph(LIMIT));
        }
        if (!games.isEmpty()) {
            blocks.add(new Block.Heading("Arms"));
            blocks.add(arms(Arms.all(), games));
        }
        if (!questions.isEmpty()) {
            blocks.add(new Block.Heading("Arms that answer questions"));
            blocks.add(arms(QuestionArms.all(), questions));
            blocks.add(new Block.Table(
                    List.of("Measure", "Share of what, over all episodes"),
                    Stream.of(Measure.values())
                            .map(measure -> List.of(measure.word(), measure.meaning()))
                            .toList(),
                    false));
        }
        results.forEach(this::add);
        if (results.stream().anyMatch(Report::isSimulated)) {
            blocks.add(new Block.Heading("The simulated model's mistakes"));
            blocks.add(mistakes());
        }
    }

    /** @param results at least one episode in each */
    static List<Block> of(List<Result> results) {
        return List.copyOf(new Report(results).blocks);
    }

    /** As a page of its own: everything that it needs stands in it. */
    public static String html(List<Result> results) {
        return HtmlPage.of(of(results));
    }

    /** As Markdown, which has no plots. */
    public static String markdown(List<Result> results) {
        return MarkdownPage.of(of(results));
    }

    private static boolean isSimulated(Result result) {
        return result.configuration().get("model").equals(Optional.of(Json.of(SimulatedModel.NAME)));
    }

    private static boolean isOfQuestions(Result result) {
        return result.configuration().get("experiment").equals(Optional.of(Json.of("hotpotqa")));
    }

    private static Block arms(List<? extends Arm<?>> all, List<Result> results) {
        Set<String> played = new LinkedHashSet<>();
        results.forEach(result ->
                result.episodes().forEach(episode -> played.add(episode.key().arm())));
        List<List<String>> rows = new ArrayList<>();
        all.stream()
                .filter(arm -> played.contains(arm.name()))
                .map(arm -> List.of(arm.name(), arm.meaning()))
                .forEach(rows::add);
        return new Block.Table(List.of("Arm", "What it is"), rows, false);
    }

    private static Block mistakes() {
        return new Block.Table(
                List.of("Mistake", "The model"),
                Stream.of(Mistake.values())
                        .map(mistake -> List.of(mistake.word(), mistake.meaning()))
                        .toList(),
                false);
    }

    private void add(Result result) {
        blocks.add(new Block.Heading("Results: " + result.name()));
        List<List<String>> settings = new ArrayList<>();
        result.configuration().members().forEach((name, value) -> settings.add(List.of(name, text(value))));
        if (!result.faults().isEmpty()) {
            blocks.add(new Block.Table(List.of("Configuration", ""), settings, false));
            blocks.addAll(FaultRows.blocks(result));
            return;
        }
        settings.add(List.of("seeds", seeds(result.episodes())));
        settings.add(List.of("episodes", String.valueOf(result.episodes().size())));
        blocks.add(new Block.Table(List.of("Configuration", ""), settings, false));
        for (Comparison comparison : Comparison.of(result.episodes(), Arms.PATCHBOARD)) {
            blocks.add(new Block.Heading("Model: " + comparison.model()));
            Block provenance = new Block.Paragraph(
                    isSimulated(result)
                            ? isOfQuestions(result) ? BASELINE : SIMULATED
                            : "Answers are those of the language model " + comparison.model() + ".");
            blocks.add(provenance);
            blocks.add(new Block.Plot(
                    "Success (share of episodes, 95 %), " + comparison.model(),
                    comparison.rows().stream()
                            .map(row -> new Block.Bar(row.arm(), row.success()))
                            .toList()));
            blocks.add(figures(comparison));
            blocks.add(provenance);
            if (isOfQuestions(result)) {
                blocks.add(rates(comparison));
                blocks.add(provenance);
            }
            blocks.add(components(comparison));
        }
    }

    private static String text(Json value) {
        return value instanceof JsonString text ? text.value() : value.toString();
    }

    private static String seeds(List<Episode> episodes) {
        Set<Long> seeds = new TreeSet<>();
        episodes.forEach(episode -> seeds.add(episode.key().seed()));
        return String.join(", ", seeds.stream().map(String::valueOf).toList());
    }

    private static Block figures(Comparison comparison) {
        String first = comparison.rows().getFirst().arm();
        return new Block.Table(
                List.of(
                        "Arm",
                        "Episodes",
                        "Success",
                        "95 %",
                        "Points above " + first,
                        "95 %",
                        comparison.rows().getFirst().rates().isEmpty() ? "Commands" : "Updates",
                        "95 %",
                        "Tokens",
                        "Tokens a success",
                        "95 %"),
                comparison.rows().stream()
                        .map(row -> List.of(
                                row.arm(),
                                String.valueOf(row.episodes()),
                                ComparisonText.percent(row.success().value()),
                                range(row.success()),
                                row.aboveFirst()
                                        .map(above -> ComparisonText.signed(above.value()))
                                        .orElse(""),
                                row.aboveFirst()
                                        .map(above -> ComparisonText.signed(above.low()) + " to "
                                                + ComparisonText.signed(above.high()))
                                        .orElse(""),
                                ComparisonText.one(row.steps().value()),
                                ComparisonText.one(row.steps().low()) + " to "
                                        + ComparisonText.one(row.steps().high()),
                                ComparisonText.thousands(row.tokens().value()),
                                ComparisonText.thousands(row.perSuccess().value()),
                                ComparisonText.thousands(row.perSuccess().low()) + " to "
                                        + ComparisonText.thousands(
                                                row.perSuccess().high())))
                        .toList(),
                true);
    }

    private static Block rates(Comparison comparison) {
        String first = comparison.rows().getFirst().arm();
        List<List<String>> rows = new ArrayList<>();
        for (Row row : comparison.rows()) {
            row.rates()
                    .forEach(rate -> rows.add(List.of(
                            row.arm(),
                            rate.measure().word(),
                            ComparisonText.percent(rate.value().value()),
                            range(rate.value()),
                            rate.aboveFirst()
                                    .map(above -> ComparisonText.signed(above.value()))
                                    .orElse(""),
                            rate.aboveFirst()
                                    .map(above -> ComparisonText.signed(above.low()) + " to "
                                            + ComparisonText.signed(above.high()))
                                    .orElse(""))));
        }
        return new Block.Table(List.of("Arm", "Measure", "Rate", "95 %", "Points above " + first, "95 %"), rows, true);
    }

    private static String range(Interval share) {
        return ComparisonText.percent(share.low()) + " to " + ComparisonText.percent(share.high());
    }

    private static Block components(Comparison comparison) {
        Set<String> names = new TreeSet<>();
        comparison.rows().forEach(row -> names.addAll(row.components().keySet()));
        List<String> head = new ArrayList<>(List.of("Tokens of an episode, by who used them"));
        head.addAll(names);
        head.add("Ended");
        return new Block.Table(
                head,
                comparison.rows().stream().map(row -> components(row, names)).toList(),
                true);
    }

    private static List<String> components(Row row, Set<String> names) {
        List<String> cells = new ArrayList<>(List.of(row.arm()));
        names.forEach(name -> cells.add(
                row.components().containsKey(name)
                        ? ComparisonText.thousands(row.components().get(name))
                        : ""));
        cells.add(String.join(
                ", ",
                row.ends().entrySet().stream()
                        .map(end -> end.getKey() + " " + end.getValue())
                        .toList()));
        return cells;
    }
}
