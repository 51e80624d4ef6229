package io.patchboard.record;

import java.util.Optional;

/** An entry of the topic {@code rejected}: something that did not happen, and why. */
public sealed interface RejectedEvent extends Event permits PatchRejected, CommandRejected {

    Rejection rejection();

    default Stage stage() {
        return rejection().stage();
    }

    /** The id of the rejected proposal or command, where it could be read. */
    Optional<String> requestId();
}
