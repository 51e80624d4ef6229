package io.patchboard.standalone.mcp;

import io.patchboard.gateway.http.Call;
import io.patchboard.json.Json;
import io.patchboard.json.JsonString;
import io.patchboard.text.Cut;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a request of revision 2026-07-28 says twice, so that proxies can read it, has to be the same. */
final class Headers {

    static final String VERSION = "MCP-Protocol-Version";
    static final String SESSION = "Mcp-Session-Id";
    private static final String METHOD = "Mcp-Method";
    private static final String NAME = "Mcp-Name";
    private static final Pattern ENCODED = Pattern.compile("=\\?base64\\?(.*)\\?=");
    private static final int MOST_SAID = 100;

    /** Which of the parameters is the name. */
    private static final Map<String, String> NAMED =
            Map.of("tools/call", "name", "prompts/get", "name", "resources/read", "uri");

    private Headers() {}

    /** @throws RpcException if something is missing or differs */
    static void require(Call call, Message.Request request) throws RpcException {
        if (call.header(VERSION).isEmpty()) {
            throw missing(VERSION);
        }
        Revision.requireComplete(request);
        String version = Revision.said(request).orElseThrow();
        requireSame(VERSION, call.header(VERSION), version);
        Revision.requireSpoken(version);
        requireSame(METHOD, call.header(METHOD), request.method());
        Optional<Json> name = Optional.ofNullable(NAMED.get(request.method())).flatMap(request.params()::get);
        if (name.isPresent() && name.get() instanceof JsonString text) {
            requireSame(NAME, call.header(NAME).map(Headers::decoded), text.value());
        }
    }

    private static void requireSame(String name, Optional<String> header, String said) throws RpcException {
        String value = header.orElseThrow(() -> missing(name)).strip();
        if (!value.equals(said)) {
            throw new RpcException(
                    RpcException.HEADER_MISMATCH,
                    "Expected the header " + name + " to say what the body says, \"" + Cut.shortened(said, MOST_SAID)
                            + "\", but it says \"" + Cut.shortened(value, MOST_SAID) + "\".");
        }
    }

    private static RpcException missing(String name) {
        return new RpcException(
                RpcException.HEADER_MISMATCH,
                "Expected the header " + name + ", as each request has it since " + Revision.STATELESS
                        + ", but there is none.");
    }

    /** What is no Base64 stays as it is, and is not what the body says. */
    private static String decoded(String value) {
        Matcher encoded = ENCODED.matcher(value);
        if (!encoded.matches()) {
            return value;
        }
        try {
            return new String(Base64.getDecoder().decode(encoded.group(1)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
