package io.patchboard.standalone.mcp;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.text.Cut;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which revisions are spoken, and what a request says of its own. */
final class Revision {

    static final String STATELESS = "2026-07-28";

    /** Those with a handshake, newest first. */
    static final List<String> WITH_SESSIONS = List.of("2025-11-25", "2025-06-18");

    static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
    static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
    private static final String VERSION = "io.modelcontextprotocol/protocolVersion";
    private static final int MOST_SAID = 40;

    private Revision() {}

    /** What a client that introduces itself is answered: its own revision, or the newest that can be had so. */
    static String agreed(String wanted) {
        return WITH_SESSIONS.contains(wanted) ? wanted : WITH_SESSIONS.get(0);
    }

    /** Whether a message says for itself what it is of, whatever that is. */
    static boolean isSaid(Message.Request request) {
        return request.meta().has(VERSION);
    }

    static Optional<String> said(Message.Request request) {
        return request.meta()
                .get(VERSION)
                .filter(JsonString.class::isInstance)
                .map(version -> ((JsonString) version).value());
    }

    /** @throws RpcException if a request does not say what each has to since 2026-07-28 */
    static void requireComplete(Message.Request request) throws RpcException {
        if (said(request).isEmpty()
                || !(request.meta().get(CLIENT_CAPABILITIES).orElse(Json.nul()) instanceof JsonObject)) {
            throw new RpcException(
                    RpcException.INVALID_PARAMS,
                    "Expected " + VERSION + " (a string) and " + CLIENT_CAPABILITIES
                            + " (an object) in params._meta, as each request has them since " + STATELESS
                            + ", but they are not all there. A client of an earlier revision begins with initialize.");
        }
    }

    /** @throws RpcException if a request is of a revision that is not spoken without a session */
    static void requireSpoken(String version) throws RpcException {
        if (!version.equals(STATELESS)) {
            throw unsupported(version);
        }
    }

    static RpcException unsupported(String version) {
        String shown = Cut.shortened(version, MOST_SAID);
        return new RpcException(
                RpcException.UNSUPPORTED_VERSION,
                "Expected revision " + STATELESS + " in a request without a session, but got \"" + shown
                        + "\". Those of " + String.join(" and ", WITH_SESSIONS) + " begin with initialize.",
                Optional.of(JsonObject.builder()
                        .put("supported", JsonArray.ofStrings(all()))
                        .put("requested", shown)
                        .build()));
    }

    static List<String> all() {
        return Stream.concat(Stream.of(STATELESS), WITH_SESSIONS.stream()).toList();
    }
}
