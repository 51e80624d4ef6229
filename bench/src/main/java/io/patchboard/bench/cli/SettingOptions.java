package io.patchboard.bench.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** Settings of Kafka Streams and its clients in place of the product's, for all sides. */
final class SettingOptions {

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A setting of Kafka Streams or its clients, for all sides: commit.interval.ms=25.")
    private Map<String, String> settings = Map.of();

    Map<String, String> settings() {
        return settings;
    }
}
