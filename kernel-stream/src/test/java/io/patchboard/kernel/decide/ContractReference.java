package io.patchboard.kernel.decide;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a role may do, read off {@code docs/blueprint.md} (path patterns, workers) as plainly as can be, and knowing
 * nothing of how the kernel decides it. Works on the texts of pointers and patterns.
 */
final class ContractReference {

    private record Grant(List<String> ops, String pattern) {}

    private final List<String> reads = new ArrayList<>();
    private final List<Grant> grants = new ArrayList<>();

    /** @param worker one of the blueprint's {@code workers} */
    ContractReference(JsonObject worker) {
        strings(worker.get("read")).forEach(reads::add);
        for (Json write : items(worker.get("write"))) {
            JsonObject grant = (JsonObject) write;
            grants.add(new Grant(
                    strings(grant.get("op")), ((JsonString) grant.get("path").orElseThrow()).value()));
        }
    }

    private static List<Json> items(Optional<Json> array) {
        return array.map(present -> ((JsonArray) present).items()).orElse(List.of());
    }

    private static List<String> strings(Optional<Json> array) {
        return items(array).stream().map(item -> ((JsonString) item).value()).toList();
    }

    /** Whether an operation is within the contract; {@code from} matters to move and copy. */
    boolean allows(String op, String from, String path) {
        return switch (op) {
            case "move" -> granted("move", from) && granted("move", path);
            case "copy" -> granted("copy", path) && (readable(from) || granted("copy", from));
            case "test" -> readable(path) || granted("test", path);
            default -> granted(op, path);
        };
    }

    private boolean granted(String op, String path) {
        return grants.stream().anyMatch(grant -> grant.ops().contains(op) && matches(grant.pattern(), path));
    }

    /** A worker sees the values that match, each whole: so the place itself, or one that it lies in. */
    private boolean readable(String path) {
        for (String pattern : reads) {
            String place = path;
            while (true) {
                if (matches(pattern, place)) {
                    return true;
                }
                if (place.isEmpty()) {
                    break;
                }
                place = place.substring(0, place.lastIndexOf('/'));
            }
        }
        return false;
    }

    /** Segment by segment: {@code *} is any one, a {@code **} at the end one or more, everything else is itself. */
    private static boolean matches(String pattern, String path) {
        if (pattern.isEmpty() || path.isEmpty()) {
            return pattern.isEmpty() && path.isEmpty();
        }
        String[] wanted = pattern.substring(1).split("/", -1);
        String[] given = path.substring(1).split("/", -1);
        boolean deep = wanted[wanted.length - 1].equals("**");
        if (deep ? given.length < wanted.length : given.length != wanted.length) {
            return false;
        }
        for (int i = 0; i < (deep ? wanted.length - 1 : wanted.length); i++) {
            if (!wanted[i].equals("*") && !wanted[i].equals(given[i])) {
                return false;
            }
        }
        return true;
    }
}
