package io.patchboard.blueprints.envelope;

import io.patchboard.blueprints.lint.Trifecta;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.Gate;
import io.patchboard.kernel.blueprint.TaintLabels;
import io.patchboard.kernel.blueprint.WorkerRole;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Problem;
import io.patchboard.record.Taint;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a blueprint has to say of the world outside, so that it cannot leave it out: labels, who reaches outside, who
 * may answer for words that come from there. Within that no worker may come to have untrusted words, what is
 * confidential and a way out together.
 *
 * @param labels places that have to be labelled so
 * @param egress workers that reach outside
 * @param endorsers workers that may endorse
 */
record Outside(Map<Taint, List<PathPattern>> labels, Set<String> egress, Set<String> endorsers) {

    private static final JsonPointer WORKERS = new JsonPointer(List.of("workers"));

    void check(Blueprint blueprint, List<Problem> found) {
        labels.forEach((taint, paths) -> paths.stream()
                .filter(path -> blueprint.taint().labels().stream()
                        .filter(label -> label.taint() == taint)
                        .map(TaintLabels.Label::path)
                        .noneMatch(label -> label.includes(path) || label.coversAll(path)))
                .forEach(path -> found.add(new Problem(
                        "/taint/" + taint.word(),
                        "Expected " + path + " among what is " + taint.word()
                                + ", but the blueprint does not say so."))));
        for (WorkerRole role : blueprint.workers().values()) {
            check(role, found);
        }
        blueprint.gates().stream().filter(Gate::endorses).forEach(gate -> {
            if (!endorsers.contains(gate.name())) {
                found.add(new Problem("/gates", unexpected("gate \"" + gate.name() + "\"")));
            }
        });
        Trifecta.find(blueprint).forEach((place, message) -> found.add(new Problem(place.toString(), message)));
    }

    private void check(WorkerRole role, List<Problem> found) {
        JsonPointer place = WORKERS.child(role.name());
        if (egress.contains(role.name()) && !role.boundary().egress()) {
            found.add(new Problem(
                    place.child("egress").toString(),
                    "Expected egress: true of worker \"" + role.name() + "\", which reaches outside, but got none."));
        }
        if (!role.boundary().endorses().isEmpty() && !endorsers.contains(role.name())) {
            found.add(new Problem(place.child("endorses").toString(), unexpected("worker \"" + role.name() + "\"")));
        }
    }

    private String unexpected(String who) {
        return "Expected nobody to endorse but [" + Envelope.sorted(endorsers) + "], but " + who + " does.";
    }
}
