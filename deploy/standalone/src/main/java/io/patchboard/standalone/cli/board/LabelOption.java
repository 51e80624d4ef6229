package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.Labels;
import io.patchboard.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** By which names a new board is found. */
public final class LabelOption {

    @Option(
            names = "--label",
            paramLabel = "NAME=VALUE",
            description = "A label by which lists find the board; at most 16 of 63 characters. May be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    /** As a command has them; absent if there are none. */
    public Optional<Json> json() {
        return Labels.json(labels);
    }
}
