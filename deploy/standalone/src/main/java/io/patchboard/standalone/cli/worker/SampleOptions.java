package io.patchboard.standalone.cli.worker;

import io.patchboard.client.log.LogRecord;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.BlueprintCompiler;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.LogEntry;
import io.patchboard.record.Problem;
import io.patchboard.standalone.blueprint.BlueprintSyntaxException;
import io.patchboard.standalone.check.SampleSource;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.LogSourceOptions;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.blueprint.BlueprintFile;
import io.patchboard.standalone.cli.board.BoardLog;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Mixin of {@code worker check}: what the worker is asked. */
final class SampleOptions {

    private static final int MOST_PROBLEMS = 3;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--blueprint",
            paramLabel = "FILE",
            description = "Ask what a new board of this blueprint asks first.")
    private Optional<Path> blueprint = Optional.empty();

    @Option(names = "--input", paramLabel = "FILE", description = "The new board's input, as JSON; {} by default.")
    private Optional<Path> input = Optional.empty();

    @Option(
            names = "--state",
            paramLabel = "FILE",
            description = "The new board begins with this state, as JSON, instead of the blueprint's initial one: for a"
                    + " worker that others work before.")
    private Optional<Path> state = Optional.empty();

    @Option(
            names = "--board",
            paramLabel = "ID",
            description = "Ask what this board last asked of the worker; nothing is sent to the board.")
    private Optional<String> board = Optional.empty();

    @Option(
            names = "--version",
            paramLabel = "N",
            description = "With --board: what it last asked while it had this version, or one before it.")
    private Optional<Long> version = Optional.empty();

    @Mixin
    private LogSourceOptions source = new LogSourceOptions();

    SampleSource source(Optional<String> worker, Output output) {
        requireOneSource();
        if (board.isEmpty() && blueprint.isEmpty()) {
            return SampleSource.builtIn();
        }
        String name = worker.orElseThrow(() -> usage("Expected --worker NAME beside "
                + (board.isPresent() ? "--board" : "--blueprint") + ", but got none."));
        try {
            return board.isPresent() ? ofBoard(board.get(), name, output) : ofBlueprint(blueprint.get(), name, output);
        } catch (BlueprintSyntaxException | IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }

    private void requireOneSource() {
        if (board.isPresent() && (blueprint.isPresent() || state.isPresent() || input.isPresent())) {
            throw usage("Expected --board, or --blueprint with --input or --state, but got both.");
        } else if (version.isPresent() && board.isEmpty()) {
            throw usage("Expected --board beside --version, but got none.");
        } else if (blueprint.isEmpty() && (input.isPresent() || state.isPresent())) {
            throw usage(
                    "Expected --blueprint beside " + (input.isPresent() ? "--input" : "--state") + ", but got none.");
        } else if (input.isPresent() && state.isPresent()) {
            throw usage("Expected --input or --state, but got both: the state takes the place of what is made of the"
                    + " input.");
        }
    }

    private SampleSource ofBoard(String id, String worker, Output output) {
        List<LogEntry> log;
        try (Cluster cluster = source.open(output)) {
            log = BoardLog.existing(cluster, id, output).stream()
                    .map(LogRecord::entry)
                    .toList();
        }
        return SampleSource.of(log, version.orElse(Long.MAX_VALUE), worker);
    }

    /** What is wrong with a state that is given is in no file that "blueprint validate" could look at. */
    private CliException invalid(Path file, List<Problem> problems) {
        return CliException.failed("Expected a valid blueprint"
                + state.map(with -> " with the state " + with).orElse("") + ", but " + file
                + problems.stream()
                        .limit(MOST_PROBLEMS)
                        .map(problem -> " has at " + problem.pointer() + ": " + problem.message())
                        .collect(Collectors.joining(", and"))
                + (problems.size() > MOST_PROBLEMS ? " There are " + problems.size() + " such errors." : ""));
    }

    private SampleSource ofBlueprint(Path file, String worker, Output output) throws BlueprintSyntaxException {
        Json document = BlueprintFile.load(file).document();
        if (state.isPresent() && document instanceof JsonObject object) {
            document = beginningWith(read(state.get(), "state"), object);
        }
        Blueprint blueprint = switch (BlueprintCompiler.compile(document)) {
            case CompileResult.Valid valid -> valid.blueprint();
            case CompileResult.Invalid invalid -> throw invalid(file, invalid.problems());
        };
        Json given = input.isPresent() ? read(input.get(), "input") : JsonObject.EMPTY;
        SampleSource found = SampleSource.of(blueprint, document, given, worker);
        if (!found.own() && state.isPresent()) {
            throw CliException.failed("Expected a state from which a rule invites " + worker
                    + " at once, but none does. Put what its rule waits for into " + state.get() + ".");
        } else if (!found.own()) {
            output.progress("A new board does not invite " + worker
                    + " at once: the view is a built-in one, the contract is the blueprint's. With --state FILE it is"
                    + " asked what a board asks that has come so far, with --board ID what one has asked.");
        }
        return found;
    }

    /** What was made of an input is in the state. */
    private static JsonObject beginningWith(Json state, JsonObject blueprint) {
        JsonObject section = blueprint.object("state");
        JsonObject.Builder begun = JsonObject.builder();
        blueprint.members().forEach((name, value) -> {
            if (!name.equals("input")) {
                begun.put(name, name.equals("state") ? section.with("initial", state) : value);
            }
        });
        return begun.build();
    }

    private static Json read(Path file, String what) {
        try {
            return JsonReader.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw CliException.failed("Expected the board's " + what + " at " + file + ", but there is no such file.");
        } catch (IOException e) {
            throw CliException.failed(
                    "Expected the board's " + what + " at " + file + ", but " + FileTrouble.of(e) + ".");
        } catch (IllegalArgumentException e) {
            throw CliException.failed("Expected JSON in " + file + ", but it is not: " + e.getMessage());
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
