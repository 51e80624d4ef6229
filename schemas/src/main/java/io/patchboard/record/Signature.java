package io.patchboard.record;

import io.patchboard.json.JsonObject;

/**
 * Who made a record, provable to anybody: an Ed25519 signature over what its author says in it, kept beside it.
 *
 * <p>Nothing is checked on reading: a signature that is none deserves a rejection that its author can act on.
 *
 * @param audience the topic that the record is meant for, so that it counts on no other
 * @param key the author's public key: 32 bytes (RFC 8032) as base64url without padding
 * @param value the signature itself: 64 bytes as base64url without padding
 */
public record Signature(String audience, String key, String value) {

    /** The member of a record that has it. */
    public static final String FIELD = "signature";

    /** @throws FieldException if a member is missing or no text */
    public static Signature read(Fields fields) {
        return new Signature(fields.string("audience"), fields.string("key"), fields.string("value"));
    }

    public JsonObject toJson() {
        return JsonObject.builder()
                .put("audience", audience)
                .put("key", key)
                .put("value", value)
                .build();
    }
}
