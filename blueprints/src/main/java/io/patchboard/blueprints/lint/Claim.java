package io.patchboard.blueprints.lint;

import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.Set;

/**
 * What one line of a write contract claims for a worker.
 *
 * @param operations of JSON Patch (RFC 6902)
 * @param place of the line in the blueprint
 */
public record Claim(String worker, Set<String> operations, PathPattern path, JsonPointer place) {}
