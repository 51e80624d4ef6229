package io.patchboard.record;

import io.patchboard.json.JsonObject;

/** Anything that travels on a PatchBoard topic. The Kafka key of each is its {@link #boardId()}. */
public sealed interface BoardRecord permits Command, PatchProposal, LogEntry {

    /** The record's name in the contract, which is also the name of its Avro schema. */
    default String type() {
        return getClass().getSimpleName();
    }

    String boardId();

    /** The JSON form: field names as in the Avro schema, absent fields left out. */
    JsonObject toJson();
}
