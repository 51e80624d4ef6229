package io.patchboard.gateway.config;

import io.patchboard.calls.Outbound;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonPlace;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code outbound: {hosts: [...], private: [...]}}: where workers and tools of the file may be. */
final class OutboundReader {

    private OutboundReader() {}

    static void read(JsonPlace place, Values values) {
        JsonPlace outbound = values.object(place);
        values.refuseUnknown(outbound, Set.of("hosts", "private"));
        List<String> hosts = texts(outbound, "hosts", values);
        if (outbound.into("hosts").value().equals(JsonArray.EMPTY)) {
            values.problem(
                    outbound.at().child("hosts"), "at least one host", "got none; without hosts there is no bound");
        }
        try {
            values.allow(Outbound.of(hosts, texts(outbound, "private", values)));
        } catch (IllegalArgumentException e) {
            values.complain(
                    outbound.at().child("private"),
                    "Expected " + Optional.ofNullable(e.getMessage()).orElse("names, addresses and networks")
                            + ", but it is not so.");
        }
    }

    private static List<String> texts(JsonPlace outbound, String name, Values values) {
        return values.items(outbound, name).stream()
                .flatMap(item -> values.text(item).stream())
                .toList();
    }
}
