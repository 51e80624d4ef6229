package io.patchboard.standalone.cli.board;

import io.patchboard.client.log.Follow;
import io.patchboard.client.log.LogRecord;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonWriter;
import io.patchboard.standalone.cli.base.Cluster;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.standalone.screen.EntryPrinter;
import io.patchboard.workflow.log.AlasLog;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code board log}. */
@Command(
        name = "log",
        description = {
            "Prints the log of a board: commits, rejections and invocations, merged by their sequence.",
            "With --json each line is the record exactly as it is on the topic; with --as alas it is a logEntry of ALAS."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  patchboard board log review-7",
            "  patchboard board log review-7 --follow",
            "  patchboard board log review-7 --from 20 --kind PatchRejected",
            "  patchboard board log review-7 --as alas",
            "  patchboard board log review-7 --json | jq 'select(.type == \"PatchRejected\") | .message'"
        })
final class ShowLog implements Callable<Integer> {

    @Mixin
    private BoardSource source;

    @Mixin
    private OutputOptions options;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on printing entries as they come, until the board ends or Ctrl-C.")
    private boolean follow;

    @Option(
            names = "--as",
            paramLabel = "FORM",
            description = "Write JSON lines in another form: alas, the logEntry of workflows (docs/alas.md).")
    private Optional<Form> form = Optional.empty();

    @Mixin
    private LogFilter filter;

    @Parameters(paramLabel = "ID", description = "The board.")
    private String boardId;

    /** Other forms of a log than our own. */
    enum Form {
        ALAS
    }

    private final AlasLog alas = new AlasLog();

    @Override
    public Integer call() {
        filter.check(follow);
        Output output = options.output();
        EntryPrinter printer = new EntryPrinter(output.look(), EntryPrinter.Time.UTC);
        if (follow) {
            try (Cluster cluster = source.connect()) {
                new Watch(boardId, next -> print(next, printer, output)).follow(cluster, Follow.FROM_BEGINNING);
            }
            return ExitCodes.OK;
        }
        source.existing(boardId, output).forEach(next -> print(next, printer, output));
        return ExitCodes.OK;
    }

    private void print(LogRecord next, EntryPrinter printer, Output output) {
        // What an entry means may follow from those before it, shown or not.
        Optional<JsonObject> other = form.map(any -> alas.next(next.entry()));
        if (!filter.test(next.entry())) {
            return;
        }
        if (other.isPresent()) {
            output.item(other.get());
        } else if (output.isJson()) {
            output.item(wire(next));
        } else {
            printer.lines(next.entry()).forEach(output::line);
        }
    }

    /** The text on the topic, if it is JSON on one line; else the same, or its JSON form, on one. */
    private static String wire(LogRecord next) {
        byte[] value = next.value();
        boolean json = value.length > 0 && value[0] == '{';
        String text = json ? new String(value, StandardCharsets.UTF_8) : "";
        return json && text.indexOf('\n') < 0 ? text : JsonWriter.compact(next.json());
    }
}
