package io.patchboard.client.catalog;

import io.patchboard.json.JsonObject;
import io.patchboard.record.LogHeader;
import java.time.Instant;
import java.util.Optional;

/**
 * A published blueprint.
 *
 * @param version from 1
 * @param hash SHA-256 of the document's canonical JSON, as {@code BoardCreated.blueprintHash} has it
 * @param by who published it
 * @param at when, by the clock of whoever sent it
 */
public record BlueprintVersion(
        String name, int version, String hash, JsonObject document, String by, Optional<String> reason, Instant at) {

    /** Without the document. */
    public JsonObject brief() {
        return JsonObject.builder()
                .put("name", name)
                .put("version", version)
                .put("hash", hash)
                .put("by", by)
                .putStringIfPresent("reason", reason)
                .put("publishedAt", LogHeader.format(at))
                .build();
    }

    /** {@code NAME@VERSION} */
    public String label() {
        return name + "@" + version;
    }
}
