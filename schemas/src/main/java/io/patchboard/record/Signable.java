package io.patchboard.record;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A record that whoever it is from may sign. */
public sealed interface Signable permits Command, PatchProposal {

    /** Over the {@linkplain #signedBytes bytes} that its author says; absent where he does not sign. */
    Optional<Signature> signature();

    /** What kind of record is signed, so that no signature over anything else can be taken for one over it. */
    String signedAs();

    /**
     * All that its author says. What servers say of it beside, and what follows from the rest, is not in it.
     *
     * @return without the audience
     */
    JsonObject said();

    /** About how many bytes that is: those of what can be large. */
    long saidBytes();

    /**
     * What is signed: a line with the kind of record, then the canonical JSON of what its author says, and of the topic
     * that it is for.
     *
     * @param audience the topic that it is sent to
     */
    default byte[] signedBytes(String audience) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes((signedAs() + "\n").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(CanonicalJson.bytes(said().with("audience", Json.of(audience))));
        return bytes.toByteArray();
    }
}
