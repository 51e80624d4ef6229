package io.patchboard.standalone.a2a;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.standalone.mcp.Caller;
import io.patchboard.standalone.mcp.board.Api;
import io.patchboard.standalone.mcp.board.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The published blueprints as they are now, as far as a caller may read them. */
final class Skills {

    private static final int MOST = 100;
    private static final int MOST_KEPT = 1_000;

    private final Api api;
    private final Map<String, Skill> byHash = new ConcurrentHashMap<>();

    Skills(Api api) {
        this.api = api;
    }

    /** At most {@value #MOST}, in the order of their names. */
    List<Skill> all(Caller caller) throws RefusedException, InterruptedException {
        List<Skill> skills = new ArrayList<>();
        if (api.get(caller, "/v1/blueprints").object().get("blueprints").orElse(Json.nul())
                instanceof JsonArray shelves) {
            for (Json shelf : shelves.stream().limit(MOST).toList()) {
                JsonObject brief = (JsonObject) shelf;
                skills.add(
                        skill(caller, brief.text("name"), brief.object("latest").text("hash")));
            }
        }
        return skills;
    }

    Optional<Skill> named(Caller caller, String name) throws RefusedException, InterruptedException {
        try {
            return Optional.of(new Skill(
                    name,
                    api.get(caller, "/v1/blueprints/" + Api.encoded(name) + "?version=latest")
                            .object()));
        } catch (RefusedException e) {
            if (e.status() == Fault.TASK_NOT_FOUND.httpStatus() || e.status() == Fault.INVALID_PARAMS.httpStatus()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Skill skill(Caller caller, String name, String hash) throws RefusedException, InterruptedException {
        if (byHash.size() > MOST_KEPT) {
            byHash.clear();
        }
        Skill known = byHash.get(hash);
        if (known == null) {
            known = new Skill(
                    name,
                    api.get(caller, "/v1/blueprints/" + Api.encoded(name) + "?version=latest")
                            .object());
            byHash.put(hash, known);
        }
        return known;
    }
}
