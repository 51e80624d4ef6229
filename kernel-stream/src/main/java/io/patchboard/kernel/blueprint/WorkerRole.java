package io.patchboard.kernel.blueprint;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import java.util.List;

/**
 * What one role may see and do.
 *
 * @param writes the write contract, compiled
 * @param writesSource the write contract as the blueprint has it, for invocations
 * @param writableSchema by path pattern, the schema of what the role may write; part of each view
 * @param maxViewChars characters of a view's JSON text
 */
public record WorkerRole(
        String name,
        String instruction,
        String queue,
        List<PathPattern> reads,
        List<WriteGrant> writes,
        Json writesSource,
        Json writableSchema,
        int maxViewChars,
        boolean unsolicited,
        Policy policy) {

    /** Whether the whole value at the pointer is within the read contract. */
    public boolean mayRead(JsonPointer pointer) {
        return reads.stream().anyMatch(pattern -> pattern.covers(pointer));
    }

    /** Whether the write contract grants the operation at the pointer. */
    public boolean mayWrite(String operation, JsonPointer pointer) {
        return writes.stream().anyMatch(grant -> grant.allows(operation, pointer));
    }
}
