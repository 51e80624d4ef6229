package io.patchboard.standalone.cli.experiment;

import io.patchboard.experiments.hotpotqa.Example;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.FileTrouble;
import io.patchboard.trials.Setup;
import io.patchboard.trials.hotpotqa.Desk;
import io.patchboard.trials.hotpotqa.QuestionArms;
import io.patchboard.trials.hotpotqa.Questions;
import io.patchboard.trials.model.BaselineModel;
import io.patchboard.trials.model.Rates;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code experiment hotpotqa}. */
@Command(
        name = "hotpotqa",
        description = {
            "Has a team answer questions of HotpotQA from their paragraphs through PatchBoard, with and without an evidence"
                    + " gate, and through two controls: who answers right, what is claimed without support, which evidence is"
                    + " found.",
            "Without --model no language model is used: a baseline of BM25, sentences and spans answers, few questions right,"
                    + " and makes each mistake at a published rate. docs/experiments.md says what that shows and what not."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit codes: 0 done; 1 no such questions, or the model cannot be asked.",
            "",
            "Examples:",
            "  patchboard experiment hotpotqa --quick",
            "  patchboard experiment hotpotqa --data hotpot_dev_distractor_v1.json --rates 0,0.1 --out results"
        })
final class HotpotqaCommand implements Callable<Integer> {

    /** As many as the paper's diagnostic has. */
    private static final int QUESTIONS = 240;

    private static final int FEW = 20;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "Questions in the official format, with answers and supporting facts. Default: 27 of the"
                    + " development set, which come along; with --quick three.")
    private Optional<Path> data = Optional.empty();

    @Option(
            names = "--questions",
            paramLabel = "N",
            description = "How many of them, or all where there are fewer (default: " + QUESTIONS + "; with --quick "
                    + FEW + ").")
    private Optional<Integer> questions = Optional.empty();

    @Mixin
    private EpisodeOptions episodes = new EpisodeOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        try {
            List<Example> all = data.isPresent()
                    ? Example.read(data.get())
                    : episodes.isQuick() ? Questions.samples() : Questions.development();
            int most = EpisodeOptions.atLeastOne("--questions", questions.orElse(episodes.isQuick() ? FEW : QUESTIONS));
            List<Example> chosen = Questions.choose(all, most);
            if (chosen.isEmpty()) {
                throw CliException.failed("Expected questions in " + data.get() + ", but there are none.");
            }
            new Episodes(episodes, options.output())
                    .play(new Diagnostic(
                            data.map(Path::toString)
                                    .orElse(
                                            episodes.isQuick()
                                                    ? "three questions that come along, of HotpotQA's development set"
                                                    : "HotpotQA, distractor setting, 27 questions of the development set"),
                            chosen));
            return ExitCodes.OK;
        } catch (IOException e) {
            throw CliException.failed("Expected a file with questions at --data, but " + FileTrouble.of(e) + ".");
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private record Diagnostic(String data, List<Example> chosen, TokenCounts counts)
            implements Episodes.Experiment<Desk> {

        Diagnostic(String data, List<Example> chosen) {
            this(data, chosen, new TokenCounts());
        }

        @Override
        public List<Arm<Desk>> arms() {
            return QuestionArms.all();
        }

        @Override
        public List<Setup.Case<Desk>> cases(Duration longest) {
            return Questions.cases(chosen, longest, counts);
        }

        @Override
        public LanguageModel simulated(Rates rates, long seed, String id) {
            return new BaselineModel(rates, seed, id, counts);
        }

        @Override
        public String provenance() {
            return "No language model was used: a baseline of BM25, sentences and spans answers, few questions right, and"
                    + " makes mistakes at these rates.";
        }

        @Override
        public JsonObject configuration(JsonObject common, int cases, String casesHash) {
            return JsonObject.builder()
                    .put("experiment", "hotpotqa")
                    .putAll(common)
                    .put("data", data)
                    .put("questions", cases)
                    .put("questionsHash", casesHash)
                    .build();
        }
    }
}
