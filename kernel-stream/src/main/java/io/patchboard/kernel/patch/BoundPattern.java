package io.patchboard.kernel.patch;

import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a pattern means for one item: literal segments, and for each {@code *} the index or key that the item has there,
 * as far as the item goes the same way.
 *
 * @param place as far as the pattern names one place
 * @param whole whether it does so to its end
 */
public record BoundPattern(JsonPointer place, boolean whole) {

    public static BoundPattern of(PathPattern pattern, Optional<JsonPointer> item) {
        List<String> known = item.map(JsonPointer::tokens).orElse(List.of());
        List<String> bound = new ArrayList<>();
        for (String segment : pattern.segments()) {
            boolean follows = known.size() > bound.size()
                    && known.subList(0, bound.size()).equals(bound);
            if (segment.equals(JsonPointer.END) || segment.equals(PathPattern.ANY) && !follows) {
                break;
            }
            bound.add(segment.equals(PathPattern.ANY) ? known.get(bound.size()) : segment);
        }
        return new BoundPattern(
                new JsonPointer(bound),
                !pattern.isDeep() && bound.size() == pattern.segments().size());
    }
}
