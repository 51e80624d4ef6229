package io.patchboard.standalone.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The completion script of fish: one line for each subcommand, and one for each option of each command. */
final class FishCompletion {

    /** Commands stand before everything else on the line, so they are its first words. */
    private static final String HEAD = """
            # Completion of patchboard, for ~/.config/fish/completions/patchboard.fish
            function __patchboard_at --description 'whether the line begins with these commands'
                set -l words (commandline -opc)
                set -l count (count $argv)
                test (count $words) -gt $count; or return 1
                test $count -eq 0; or test "$words[2.."(math $count + 1)"]" = "$argv"
            end
            function __patchboard_next --description 'whether the line is these commands, and the next is wanted'
                test (count (commandline -opc)) -eq (math (count $argv) + 1); and __patchboard_at $argv
            end
            """;

    private FishCompletion() {}

    static String of(CommandSpec root) {
        StringJoiner script = new StringJoiner("\n", HEAD, "\n");
        add(root, List.of(), script);
        return script.toString();
    }

    private static void add(CommandSpec command, List<String> path, StringJoiner script) {
        String words = path.isEmpty() ? "" : " " + String.join(" ", path);
        for (CommandLine next : command.subcommands().values()) {
            CommandSpec spec = next.getCommandSpec();
            script.add("complete -c patchboard -n '__patchboard_next" + words + "' -f -a " + spec.name()
                    + described(spec.usageMessage().description()));
            List<String> longer = new ArrayList<>(path);
            longer.add(spec.name());
            add(spec, longer, script);
        }
        for (OptionSpec option : command.options()) {
            script.add("complete -c patchboard -n '__patchboard_at" + words + "'" + names(option) + value(option)
                    + described(option.description()));
        }
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        return names.toString();
    }

    /** What follows the option: nothing, one of some words, a file, or a text that only its author knows. */
    private static String value(OptionSpec option) {
        if (option.arity().max() == 0) {
            return "";
        } else if (option.completionCandidates() != null) {
            return " -x -a " + quoted(String.join(" ", option.completionCandidates()));
        }
        return option.paramLabel().matches(".*(FILE|DIR).*") ? " -r -F" : " -x";
    }

    private static String described(String[] sentences) {
        return sentences.length == 0 ? "" : " -d " + quoted(sentences[0].replaceAll("\\$\\{.*", ""));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ") + "'";
    }
}
