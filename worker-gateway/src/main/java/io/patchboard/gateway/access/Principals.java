package io.patchboard.gateway.access;

import io.patchboard.gateway.secret.Secret;
import java.util.Optional;

/** Knows whose token one is. */
public interface Principals {

    /** Who brings this token; absent if it is nobody's. Takes as long for a good guess as for a bad one. */
    Optional<Principal> whose(String token);

    /** One token, with which everything may be done. */
    static Principals only(Secret token) {
        return Tokens.of(TokenHash.of(token.reveal()), Principal.LOCAL);
    }
}
