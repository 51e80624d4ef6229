package io.patchboard.gateway.config;

import io.patchboard.record.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration with errors: all of them, one on each line of the message. */
public final class ConfigException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** @param file that they are in */
    public ConfigException(String file, List<Problem> problems) {
        super(problems.stream()
                .map(problem -> file + ": " + problem.message())
                .collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    /** Each with a JSON Pointer into the file. */
    public List<Problem> problems() {
        return problems;
    }
}
