package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.kernel.cel.CelExpression;
import io.patchboard.record.NeedsPerson.OnTimeout;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compiles one gate. */
record GateCompiler(Parts parts, Collection<String> workers, Collection<String> rules) {

    /** Empty if something that the gate cannot do without is wrong; it has been reported. */
    Optional<Gate> compile(JsonPlace node) {
        Optional<String> worker = known(node, "worker", workers);
        Optional<String> rule = known(node, "rule", rules);
        Optional<Rule.Change> on = node.child("on").flatMap(parts::watched);
        Optional<CelExpression> when = node.child("when").flatMap(part -> parts.condition(part, Gate.VARIABLES));
        List<String> approvers = texts(node, "approvers");
        Optional<JsonPlace> card = node.child("card");
        OnTimeout onTimeout =
                node.text("onTimeout").map(GateCompiler::onTimeout).orElse(OnTimeout.REJECT);
        if (node.child("onTimeout").isPresent() && node.child("timeout").isEmpty()) {
            parts.problems()
                    .add(
                            node.at().child("onTimeout"),
                            "Expected a timeout, of which this says what comes then, but there is none.");
        }
        if (onTimeout == OnTimeout.ESCALATE && texts(node, "escalateTo").isEmpty()) {
            parts.problems()
                    .add(
                            node.at().child("onTimeout"),
                            "Expected escalateTo to name who decides next, but it names nobody.");
        }
        return node.text("name")
                .map(name -> new Gate(
                        name,
                        worker,
                        rule,
                        on,
                        when,
                        approvers,
                        texts(node, "escalateTo"),
                        node.child("timeout").flatMap(parts::positiveDuration),
                        onTimeout,
                        node.text("hold").isPresent(),
                        node.child("fourEyes").isPresent() ? node.flag("fourEyes") : !approvers.isEmpty(),
                        node.flag("endorses"),
                        new Gate.Card(
                                card.flatMap(part -> part.text("title")),
                                card.map(part -> part.items("show")).orElse(List.of()).stream()
                                        .flatMap(path -> parts.stateValues(path).stream())
                                        .toList(),
                                card.flatMap(part -> part.text("reverse")))));
    }

    /** The meta-schema knows no other words. */
    private static OnTimeout onTimeout(String word) {
        return Stream.of(OnTimeout.values())
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElse(OnTimeout.REJECT);
    }

    private Optional<String> known(JsonPlace node, String what, Collection<String> names) {
        node.child(what)
                .ifPresent(part -> part.text()
                        .filter(name -> !names.contains(name))
                        .ifPresent(name ->
                                parts.problems().add(part.at(), parts.problems().unknown(what, names, name))));
        return node.text(what);
    }

    private static List<String> texts(JsonPlace node, String name) {
        return node.items(name).stream().flatMap(part -> part.text().stream()).toList();
    }
}
