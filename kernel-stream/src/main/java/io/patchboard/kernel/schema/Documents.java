package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import java.util.Map;
import java.util.Optional;

/**
 * The documents that references may lead to, by URI: the meta-schemas of 2020-12, and what is named here. Nothing is
 * ever fetched.
 */
final class Documents {

    /** What the product knows: no documents but the meta-schemas. */
    static final Documents NONE = new Documents(Map.of());

    private final Map<String, Json> known;

    private Documents(Map<String, Json> known) {
        this.known = Map.copyOf(known);
    }

    static Documents of(Map<String, Json> known) {
        return new Documents(known);
    }

    /** @param uri without a fragment */
    Optional<Json> get(String uri) {
        Optional<Json> metaSchema = Optional.ofNullable(MetaSchema.DOCUMENTS.get(uri));
        return metaSchema.isPresent() ? metaSchema : Optional.ofNullable(known.get(uri));
    }
}
