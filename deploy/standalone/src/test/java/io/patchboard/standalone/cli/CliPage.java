package io.patchboard.standalone.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code docs/cli.md}, made from the commands' own model. */
final class CliPage {

    private static final String HEAD = """
            # The command line

            Made from the commands themselves; `CliPageTest` fails where this page differs from them, and says how to make it anew.
            `patchboard` stands for `./patchboard` of a checkout. `--help` says the same of each command.

            Durations are written as `30s`, `5m`, `1h30m`, `2d`, or as in ISO 8601 (`PT30S`): in options, blueprints, workers files and HTTP requests.
            Only workflow documents have numbers of seconds (`"backoff": {"base": 2}`), as most of the formats do that they are made of.
            Data goes to stdout, progress and complaints to stderr. With `--json` stdout has JSON and nothing else.

            """;

    private CliPage() {}

    /** @param variables of the environment, with what they do */
    static String of(CommandLine root, Map<String, String> variables) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("## Exit codes\n\n| Code | Means |\n|---|---|\n");
        root.getCommandSpec()
                .usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> page.append("| ")
                        .append(code)
                        .append(" | ")
                        .append(meaning)
                        .append(" |\n"));
        page.append("\n## Environment variables\n\n| Variable | Means |\n|---|---|\n");
        new TreeMap<>(variables)
                .forEach((name, meaning) -> page.append("| `")
                        .append(name)
                        .append("` | ")
                        .append(cell(meaning))
                        .append(" |\n"));
        List<CommandLine> commands = new ArrayList<>();
        root.getSubcommands().values().stream().distinct().forEach(command -> collect(command, commands));
        commands.forEach(command -> command(command.getCommandSpec(), page));
        return page.toString();
    }

    private static void collect(CommandLine command, List<CommandLine> all) {
        if (command.getCommandName().equals("help")) {
            return;
        }
        all.add(command);
        command.getSubcommands().values().stream().distinct().forEach(child -> collect(child, all));
    }

    private static void command(CommandSpec spec, StringBuilder page) {
        page.append("\n## ").append(spec.qualifiedName()).append("\n\n");
        page.append(text(spec.usageMessage().description())).append('\n');
        List<ArgSpec> arguments = new ArrayList<>(spec.positionalParameters());
        spec.options().stream().filter(option -> !isStandard(option)).forEach(arguments::add);
        if (!arguments.isEmpty()) {
            page.append("\n| | Means |\n|---|---|\n");
            arguments.forEach(argument -> page.append("| `")
                    .append(name(argument))
                    .append("` | ")
                    .append(cell(text(argument.description())
                            .replace("${DEFAULT-VALUE}", String.valueOf(argument.defaultValue()))
                            .replace("${COMPLETION-CANDIDATES}", candidates(argument))))
                    .append(required(argument))
                    .append(" |\n"));
        }
    }

    private static String required(ArgSpec argument) {
        if (argument.group() != null && argument.group().exclusive()) {
            return " One of these is required.";
        }
        return argument.required() ? " Required." : "";
    }

    private static boolean isStandard(OptionSpec option) {
        return option.usageHelp() || option.versionHelp();
    }

    private static String name(ArgSpec argument) {
        String label = argument.paramLabel();
        if (argument instanceof OptionSpec option) {
            return String.join(", ", option.names()) + (option.arity().max() == 0 ? "" : " " + label);
        }
        return label + (argument.arity().max() > 1 ? "..." : "");
    }

    private static String candidates(ArgSpec argument) {
        List<String> words = new ArrayList<>();
        if (argument.completionCandidates() != null) {
            argument.completionCandidates().forEach(words::add);
        }
        return String.join(", ", words);
    }

    private static String text(String[] lines) {
        return Arrays.stream(lines)
                .map(line -> Ansi.OFF.text(line).toString())
                .collect(Collectors.joining(" "))
                .replace("%n", " ");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "\\<");
    }
}
