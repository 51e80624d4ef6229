package io.patchboard.gateway.access;

import java.util.Map;
import java.util.Optional;

/** Whose each token is. Looked up by hash: how long that takes tells nothing of a token that somebody guesses at. */
public record Tokens(Map<TokenHash, Principal> owners) implements Principals {

    public Tokens {
        owners = Map.copyOf(owners);
    }

    static Tokens of(TokenHash token, Principal owner) {
        return new Tokens(Map.of(token, owner));
    }

    @Override
    public Optional<Principal> whose(String token) {
        return Optional.ofNullable(owners.get(TokenHash.of(token)));
    }
}
