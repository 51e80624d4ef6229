package io.patchboard.standalone.demo;

import io.patchboard.examples.evidence.EvidenceScore;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.demo.Finding.Answer;
import io.patchboard.standalone.demo.Finding.Evidence;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.standalone.screen.Line;
import io.patchboard.standalone.screen.Look;
import io.patchboard.standalone.screen.Style;
import io.patchboard.standalone.screen.Tally;
import io.patchboard.standalone.screen.Text;
import io.patchboard.text.ShellWord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words of the demonstration. */
public final class Report {

    private static final int LABEL_COLUMNS = 13;
    private static final int QUESTION_COLUMNS = 44;
    private static final int ANSWER_COLUMNS = 18;

    private final Look look;

    public Report(Look look) {
        this.look = look;
    }

    /** What this is, and what the signs mean. */
    public List<String> opening() {
        List<String> lines = new ArrayList<>();
        lines.add(new Line()
                .add(Style.BOLD, "PatchBoard demo")
                .add(Style.DIM, "  evidence-review")
                .show(look));
        lines.add("Four scripted workers answer three questions of HotpotQA, each from ten Wikipedia paragraphs.");
        lines.add("On the first they make five mistakes that models make. The kernel believes nobody, and says why.");
        lines.add("");
        lines.addAll(EntryPrinter.legend(look));
        lines.add("");
        return lines;
    }

    public String ready(Duration start, String bootstrapServers, String dataDir) {
        return new Line()
                .add(
                        Style.DIM,
                        "Kafka, kernel and gateway ready in " + seconds(start) + " s at " + bootstrapServers
                                + ", data in " + dataDir)
                .show(look);
    }

    public List<String> heading(int number, int count, String boardId, String question) {
        return List.of(
                "",
                new Line()
                        .add(Style.DIM, number + "/" + count + "  ")
                        .add(Style.BOLD, question)
                        .show(look),
                new Line().add(Style.DIM, "     board " + boardId).show(look));
    }

    /** The answer and what it rests on. */
    public List<String> answer(Finding finding) {
        List<String> lines = new ArrayList<>(List.of(""));
        if (finding.answer().isEmpty()) {
            lines.add(label("Ended")
                    .add(Style.BAD, finding.ending() + " without an answer")
                    .show(look));
            return lines;
        }
        Answer answer = finding.answer().get();
        lines.add(label("Answer")
                .add(Style.BOLD, answer.text())
                .add(Style.DIM, "  gold answer: ")
                .add(finding.goldAnswer() + " ")
                .add(finding.isRight() ? Style.GOOD : Style.BAD, finding.isRight() ? "✓" : "✗")
                .show(look));
        if (!answer.because().isEmpty()) {
            lines.addAll(paragraph("Because", answer.because()));
        }
        String name = "Evidence";
        for (Evidence evidence : answer.evidence()) {
            lines.addAll(paragraph(name, "“" + evidence.quote() + "” — " + evidence.title()));
            name = "";
        }
        finding.score()
                .ifPresent(score -> lines.add(label("Gold facts")
                        .add(score.covered() + " of " + score.gold().size() + " covered by the evidence")
                        .show(look)));
        lines.add(label("State").add(Style.DIM, finding.stateHash()).show(look));
        return lines;
    }

    private List<String> paragraph(String name, String text) {
        List<String> lines = new ArrayList<>();
        int room = Math.min(look.width(), 110) - LABEL_COLUMNS;
        for (String part : Text.wrap(Text.printable(text), room)) {
            lines.add(label(lines.isEmpty() ? name : "").add(part).show(look));
        }
        return lines;
    }

    private static Line label(String name) {
        return new Line().add(Style.DIM, Text.pad("  " + name, LABEL_COLUMNS));
    }

    /**
     * All questions at a glance.
     *
     * @param dataDir where the log is left
     */
    public List<String> summary(List<Finding> findings, Duration took, Path dataDir) {
        List<String> lines = new ArrayList<>(List.of(""));
        lines.add(row(Style.DIM, "", "Question", "Answer", "Committed", "Rejected", "Gold facts", "State"));
        int number = 0;
        for (Finding finding : findings) {
            number++;
            String answer = finding.answer().map(Answer::text).orElse(finding.ending());
            String facts = finding.score()
                    .map(score -> score.covered() + "/" + score.gold().size())
                    .orElse("-");
            lines.add(row(
                    Style.PLAIN,
                    Integer.toString(number),
                    finding.question(),
                    (finding.isRight() ? "✓ " : "✗ ") + answer,
                    Long.toString(finding.tally().committed()),
                    Long.toString(finding.tally().rejected()),
                    facts,
                    EntryPrinter.shortHash(finding.stateHash())));
        }
        Tally total = total(findings);
        lines.add("");
        lines.add(new Line()
                .add(total.committed() + " committed, " + total.rejected() + " rejected")
                .add(Style.DIM, total.rejected() == 0 ? "" : "  (" + total.stages() + ")")
                .show(look));
        lines.add(new Line()
                .add("Evidence covers " + covered(findings) + " of " + gold(findings) + " gold supporting facts")
                .add(Style.DIM, "  (" + percent(findings) + " %)")
                .show(look));
        lines.add(new Line()
                .add(Style.DIM, "Done in " + seconds(took) + " s. The log holds all of it: ")
                .add("./patchboard replay --verify --data-dir " + ShellWord.of(dataDir.toString()))
                .add(Style.DIM, " rebuilds every board from it and checks every hash.")
                .show(look));
        return lines;
    }

    private String row(
            Style style,
            String number,
            String question,
            String answer,
            String committed,
            String rejected,
            String facts,
            String state) {
        return new Line()
                .add(Style.DIM, Text.pad(number, 3))
                .add(style, Text.pad(Text.cut(Text.printable(question), QUESTION_COLUMNS), QUESTION_COLUMNS + 2))
                .add(style, Text.pad(Text.cut(Text.printable(answer), ANSWER_COLUMNS), ANSWER_COLUMNS + 1))
                .add(style, String.format(Locale.ROOT, "%9s  %8s  %10s  ", committed, rejected, facts))
                .add(Style.DIM, state)
                .show(look);
    }

    /** For machines. */
    public static JsonObject summaryJson(List<Finding> findings, Duration took) {
        return JsonObject.builder()
                .put("type", "Summary")
                .put(
                        "boards",
                        JsonArray.copyOf(findings.stream().map(Finding::toJson).toList()))
                .put("counts", total(findings).toJson())
                .put("goldFacts", gold(findings))
                .put("goldFactsCovered", covered(findings))
                .put("millis", Json.of(took.toMillis()))
                .build();
    }

    private static Tally total(List<Finding> findings) {
        Tally total = new Tally();
        findings.forEach(finding -> total.add(finding.tally()));
        return total;
    }

    private static long gold(List<Finding> findings) {
        return findings.stream()
                .flatMap(finding -> finding.score().stream())
                .mapToLong(score -> score.gold().size())
                .sum();
    }

    private static long covered(List<Finding> findings) {
        return findings.stream()
                .flatMap(finding -> finding.score().stream())
                .mapToLong(EvidenceScore::covered)
                .sum();
    }

    private static long percent(List<Finding> findings) {
        long gold = gold(findings);
        return gold == 0 ? 0 : Math.round(100.0 * covered(findings) / gold);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
    }
}
