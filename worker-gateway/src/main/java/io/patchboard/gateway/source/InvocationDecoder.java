package io.patchboard.gateway.source;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.registry.RegistryUnavailableException;

/** Reads the bytes of an invocations topic. Safe for use by several threads. */
@FunctionalInterface
public interface InvocationDecoder {

    /**
     * @throws RegistryUnavailableException if they may be one once a Schema Registry answers
     * @throws Exception if the bytes are not an invocation; the message says why
     */
    Invocation decode(byte[] bytes) throws Exception;

    /** Every encoding of the contract, told by the first byte. */
    static InvocationDecoder of(RecordDecoder decoder) {
        return bytes -> new Invocation(decoder.decodeEntry(bytes));
    }
}
