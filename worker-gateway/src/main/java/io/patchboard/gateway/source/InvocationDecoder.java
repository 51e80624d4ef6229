package io.patchboard.gateway.source;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.registry.RegistryUnavailableException;

/** Reads the bytes of an invocations topic. Safe for use by several threads. */
@FunctionalInterface
public interface InvocationDecoder {

    /**
     * @throws RegistryUnavailableException if they may be one once a Schema Registry answers
     * @throws Exception if the bytes are not an invocation; the message says why
     */
    WorkerInvoked decode(byte[] bytes) throws Exception;

    /** Every encoding of the contract, told by the first byte. */
    static InvocationDecoder of(RecordDecoder decoder) {
        return bytes -> {
            LogEntry entry = decoder.decodeEntry(bytes);
            if (entry instanceof WorkerInvoked invoked) {
                return invoked;
            }
            throw new IllegalArgumentException("Expected a WorkerInvoked, but got a " + entry.type() + ".");
        };
    }
}
