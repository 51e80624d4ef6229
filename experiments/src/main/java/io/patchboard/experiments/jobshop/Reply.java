package io.patchboard.experiments.jobshop;

import io.patchboard.json.JsonArray;

/** What a worker of the job shop says. */
public sealed interface Reply {

    /** @param patch a JSON Patch (RFC 6902) */
    record Patch(JsonArray patch) implements Reply {}

    /** @param why a sentence for whoever reads the log */
    record Unable(String why) implements Reply {}
}
