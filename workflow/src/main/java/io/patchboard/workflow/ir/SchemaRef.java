package io.patchboard.workflow.ir;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;

/** Which schema a node's {@code io} means. */
public sealed interface SchemaRef {

    /** Where it stands. */
    JsonPointer at();

    /** One of the workflow's {@code schemas}. */
    record Named(JsonPointer at, String name) implements SchemaRef {}

    /** One that stands right there. */
    record Inline(JsonPointer at, Json schema) implements SchemaRef {}
}
