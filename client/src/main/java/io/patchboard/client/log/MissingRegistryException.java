package io.patchboard.client.log;

import io.patchboard.registry.RegistryConfig;

/** The log was written with a Schema Registry, and the connection names none: somebody has to name it. */
public final class MissingRegistryException extends UnreadableLogException {

    private static final long serialVersionUID = 1L;

    /** @param place of the record, as {@code patchboard.committed-3@17} */
    public MissingRegistryException(String boardId, String place) {
        super("The log of board \"" + boardId + "\" cannot be read: its record at " + place
                + " was written with a Schema Registry, and " + RegistryConfig.URL_PROPERTY
                + " is not among the settings. Name it in a file of --config.");
    }
}
