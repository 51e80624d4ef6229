package io.patchboard.kernel.schema;

import io.patchboard.json.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The way an evaluation took through a schema, cut at the outermost {@code anyOf} or {@code oneOf}: that one alternative
 * failed is no violation, that all did is.
 */
final class EvaluationPath {

    private static final Set<String> IN_PLACE_BRANCH = Set.of("allOf", "anyOf", "oneOf", "dependentSchemas");
    private static final Set<String> INTO_CHILD =
            Set.of("items", "contains", "additionalProperties", "unevaluatedItems", "unevaluatedProperties");
    private static final Set<String> INTO_CHILD_BRANCH = Set.of("properties", "patternProperties", "prefixItems");

    private final List<String> tokens;
    private final SchemaWalk walk;
    private JsonPointer schemaPointer = JsonPointer.ROOT;
    private String keyword = "false";
    private boolean exact = true;
    private int consumedAfter;

    private EvaluationPath(List<String> tokens, SchemaWalk walk) {
        this.tokens = tokens;
        this.walk = walk;
    }

    static EvaluationPath of(List<String> tokens, SchemaWalk walk) {
        EvaluationPath path = new EvaluationPath(tokens, walk);
        path.follow();
        return path;
    }

    String keyword() {
        return keyword;
    }

    /** Whether {@link #schemaPointer()} is known; after a {@code $dynamicRef} it is not. */
    boolean isExact() {
        return exact;
    }

    JsonPointer schemaPointer() {
        return schemaPointer;
    }

    /** How many tokens of the value's pointer belong to the part that was cut off. */
    int consumedAfter() {
        return consumedAfter;
    }

    private void follow() {
        int at = 0;
        while (at < tokens.size()) {
            String token = tokens.get(at);
            boolean branch = IN_PLACE_BRANCH.contains(token) || INTO_CHILD_BRANCH.contains(token);
            int length = branch ? 2 : 1;
            boolean last = at + length >= tokens.size() && !isReference(token);
            boolean alternatives = token.equals("anyOf") || token.equals("oneOf");
            if (alternatives || at + 1 >= tokens.size()) {
                keyword = token;
                consumedAfter = consumed(at + length);
                return;
            }
            if (isReference(token)) {
                Optional<JsonPointer> target = walk.target(schemaPointer);
                exact = exact && token.equals("$ref") && target.isPresent();
                schemaPointer = target.orElse(schemaPointer);
            } else {
                List<String> longer = new ArrayList<>(schemaPointer.tokens());
                longer.addAll(tokens.subList(at, at + length));
                schemaPointer = new JsonPointer(longer);
            }
            at += length;
            if (last) {
                return;
            }
        }
    }

    private int consumed(int start) {
        int count = 0;
        int at = start;
        while (at < tokens.size() - 1) {
            String token = tokens.get(at);
            boolean intoBranch = INTO_CHILD_BRANCH.contains(token);
            count += intoBranch || INTO_CHILD.contains(token) ? 1 : 0;
            at += intoBranch || IN_PLACE_BRANCH.contains(token) ? 2 : 1;
        }
        return count;
    }

    private static boolean isReference(String token) {
        return token.equals("$ref") || token.equals("$dynamicRef");
    }
}
