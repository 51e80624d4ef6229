package io.patchboard.kernel.blueprint;

import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.PathPattern;
import io.patchboard.record.Taint;
import io.patchboard.record.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What taints the values of some places, whoever wrote them there. */
public record TaintLabels(List<Label> labels) {

    public static final TaintLabels NONE = new TaintLabels(List.of());

    /** Of the places of a pattern, and all inside of them. */
    public record Label(PathPattern path, Taint taint) {}

    public TaintLabels {
        labels = List.copyOf(labels);
    }

    static TaintLabels of(Optional<JsonPlace> node, Parts parts) {
        return new TaintLabels(Arrays.stream(Taint.values())
                .flatMap(taint -> node.stream()
                        .flatMap(labels -> labels.items(taint.word()).stream())
                        .flatMap(path -> parts.stateValues(PathChecks.path(path)).stream())
                        .map(path -> new Label(path, taint)))
                .toList());
    }

    /** What taints a value at a place, or something in it. */
    public Set<Taint> at(JsonPointer place) {
        return of(path -> path.covers(place) || path.mayMatchBelow(place));
    }

    /** What may taint what is read at these places. */
    Set<Taint> of(List<PathPattern> reads) {
        return of(path -> reads.stream().anyMatch(path::meets));
    }

    private Set<Taint> of(Predicate<PathPattern> meant) {
        return labels.stream()
                .filter(label -> meant.test(label.path()))
                .map(Label::taint)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The words of a list in a blueprint; what is none of them is told by the meta-schema. */
    static Set<Taint> words(JsonPlace node, String name) {
        return node.items(name).stream()
                .flatMap(item -> item.text().stream())
                .flatMap(word -> Word.find(Taint.class, word).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
