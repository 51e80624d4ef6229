package io.patchboard.standalone.mcp;

import java.util.Optional;

/**
 * Who asks.
 *
 * @param authorization the header of that name, which says it; absent where nobody is told apart
 * @param board the only one that this client is about, if it said so
 * @param worker the only one as which it works there
 */
public record Caller(Optional<String> authorization, Optional<String> board, Optional<String> worker) {

    /** Never the token. */
    @Override
    public String toString() {
        return "Caller[board=" + board + ", worker=" + worker + "]";
    }
}
