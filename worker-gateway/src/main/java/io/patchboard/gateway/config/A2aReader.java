package io.patchboard.gateway.config;

import io.patchboard.json.JsonPlace;
import java.util.Optional;
import java.util.Set;

/** {@code a2a: {card: URL, skill: NAME, ...}} */
final class A2aReader implements BindingReader {

    private static final Set<String> INSIDE = Set.of("card", "skill", "headers", "timeout", "concurrency");

    @Override
    public Optional<WorkerBinding> read(JsonPlace worker, Values values) {
        JsonPlace a2a = values.section(worker, "a2a");
        values.refuseUnknown(worker, Set.of("a2a", "timeout"));
        values.refuseUnknown(a2a, INSIDE);
        for (String needed : Set.of("card", "skill")) {
            if (!a2a.has(needed)) {
                values.problem(
                        a2a.at().child(needed),
                        needed.equals("card") ? "the URL of an agent card" : "the id of a skill of the card",
                        "got nothing");
            }
        }
        Optional<String> skill = a2a.child("skill").flatMap(values::text);
        return HttpReader.endpoint(a2a.child("card"), a2a, values)
                .flatMap(card -> skill.map(name -> new WorkerBinding.A2a(
                        card,
                        name,
                        values.timeout(a2a.has("timeout") ? a2a : worker),
                        HttpReader.concurrency(a2a, values))));
    }
}
