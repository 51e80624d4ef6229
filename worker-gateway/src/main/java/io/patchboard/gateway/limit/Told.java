package io.patchboard.gateway.limit;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;

/**
 * What a gateway has told in a round.
 *
 * @param gateway host and process
 * @param limits what it tells of each that it names; none of who only listens
 */
record Told(String gateway, Map<String, Stake> limits) {

    private static final String OWN = ProcessHandle.current().pid() + "@" + host();

    static Told here(Map<String, Stake> limits) {
        return new Told(OWN, limits);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    static Told read(Fields fields) {
        return new Told(fields.optionalString("gateway").orElse(""), Wire.limits(fields, Stake::read));
    }

    JsonObject toJson() {
        return Wire.limits(JsonObject.builder().put("gateway", gateway), limits, Stake::toJson);
    }
}
