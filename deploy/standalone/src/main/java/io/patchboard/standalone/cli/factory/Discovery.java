package io.patchboard.standalone.cli.factory;

import io.patchboard.gateway.config.WorkerBinding;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.workflow.blueprint.WorkerNames;
import io.patchboard.workflow.factory.AgentSpec;
import io.patchboard.workflow.factory.Brief;
import io.patchboard.workflow.factory.Catalogue;
import io.patchboard.workflow.factory.Match;
import io.patchboard.workflow.ir.Role;
import io.patchboard.workflow.ir.Workflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Binds each task of a workflow to the best candidate that stands its trial. */
final class Discovery {

    private final Workflow workflow;
    private final Catalogue catalogue;
    private final Map<String, WorkerBinding> bindings;
    private final Optional<String> model;
    private final AgentTrial trial;
    private final Set<String> planners = new HashSet<>();

    /**
     * @param bindings by agent
     * @param model that does what no agent does
     */
    Discovery(Workflow workflow, Catalogue catalogue, Map<String, WorkerBinding> bindings, Optional<String> model) {
        this.workflow = workflow;
        this.catalogue = catalogue;
        this.bindings = bindings;
        this.model = model;
        this.trial = new AgentTrial(workflow);
    }

    /** In the order of the workflow; validators are found last, so that nobody validates what he has made. */
    List<Bound> bind(boolean unchecked) throws InterruptedException {
        List<AgentSpec> specs = AgentSpec.of(workflow);
        Map<String, Bound> all = new LinkedHashMap<>();
        List<AgentSpec> order = new ArrayList<>(specs);
        order.sort(Comparator.comparing(spec -> spec.node().role() == Role.VALIDATOR));
        for (AgentSpec spec : order) {
            all.put(spec.id(), bind(spec, unchecked));
        }
        return specs.stream().map(spec -> all.get(spec.id())).toList();
    }

    private Bound bind(AgentSpec spec, boolean unchecked) throws InterruptedException {
        String workerName = WorkerNames.name(workflow, spec.id());
        boolean validates = spec.node().role() == Role.VALIDATOR;
        Map<String, List<String>> refused = new LinkedHashMap<>();
        for (Match match : catalogue.candidates(spec)) {
            String agent = match.agent().name();
            List<String> wrong = validates && planners.contains(agent)
                    ? List.of("It has a part in making the plan, so it does not validate it.")
                    : unchecked ? List.of() : trial.run(spec, match.agent(), bindings.get(agent));
            if (wrong.isEmpty()) {
                if (!validates && spec.node().role() != Role.DOMAIN) {
                    planners.add(agent);
                }
                return new Bound(
                        spec,
                        workerName,
                        Optional.of(match),
                        Optional.empty(),
                        !unchecked,
                        refused,
                        match.lacks().isEmpty() ? Optional.empty() : Optional.of(Brief.of(workflow, spec)));
            }
            refused.put(agent, wrong);
        }
        return new Bound(
                spec, workerName, Optional.empty(), model, false, refused, Optional.of(Brief.of(workflow, spec)));
    }

    /** The workflow in which each task that has a brief is told it. */
    static Json instructed(Workflow workflow, List<Bound> all) {
        Json document = workflow.document();
        for (Bound bound : all) {
            if (bound.brief().isPresent()) {
                List<String> place = new ArrayList<>(bound.spec().node().at().tokens());
                place.add("params");
                place.add("instruction");
                document = with(document, place, Json.of(bound.brief().get()));
            }
        }
        return document;
    }

    private static Json with(Json whole, List<String> path, Json value) {
        if (path.isEmpty()) {
            return value;
        }
        String name = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        if (whole instanceof JsonArray array) {
            List<Json> items = new ArrayList<>(array.items());
            int index = JsonPointer.arrayIndex(name).orElseThrow();
            items.set(index, with(items.get(index), rest, value));
            return JsonArray.copyOf(items);
        }
        JsonObject object = (JsonObject) whole;
        return object.with(name, with(object.get(name).orElse(JsonObject.EMPTY), rest, value));
    }
}
