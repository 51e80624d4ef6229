package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.regex.MeteredRegex;
import io.patchboard.kernel.regex.UnusableRegexException;
import io.patchboard.record.SealedValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What compiling a schema takes beside reading it, in units of {@link io.patchboard.kernel.work.Work}, told from its
 * source: a few characters can unroll to a regular expression of thousands of instructions, and a {@code $dynamicRef}
 * is led to each dynamic anchor, and what has a name of its own is kept under the URIs of all around it. What stands
 * where no schema is counts too.
 */
public final class SchemaWork {

    /** Less for the time than for the memory, of which an instruction keeps up to a hundred bytes. */
    private static final long UNITS_OF_AN_INSTRUCTION = 100;

    /** A property such as {@code \p{L}} is one instruction, but has hundreds of ranges of characters. */
    private static final long INSTRUCTIONS_OF_A_PROPERTY = 40;

    /** However short it is, it is checked, compiled, and asked what it says of each place. */
    private static final long UNITS_OF_A_SUBSCHEMA = 600;

    /** Of a dynamic reference with an anchor. */
    private static final long UNITS_OF_A_LINK = 40;

    /** Of a subschema with an anchor that is bound there. */
    private static final long UNITS_OF_A_BINDING = 10;

    /** What is sealed within what is sealed is compiled once more for each level around it. */
    private static final long UNITS_OF_A_SEALED_BYTE = 75;

    /** A resource and an anchor are kept under their whole URI, and a reference is resolved against it. */
    private static final long UNITS_OF_A_URIS_CHARACTER = 4;

    /** Each step up goes back over all that those before it have taken off. */
    private static final long STEPS_UP_OF_A_UNIT = 8;

    private static final List<String> URIS = List.of("$id", "$ref", "$dynamicRef", "$anchor", "$dynamicAnchor");

    private final long most;
    private final Set<String> patterns = new HashSet<>();
    private long instructions;
    private long subschemas;
    private long anchors;
    private long references;
    private long sealedBytes;
    private long uriCharacters;
    private long stepsUp;

    private SchemaWork(long most) {
        this.most = most;
    }

    /** @param most units after which nothing more is counted */
    public static long of(Json schema, long most) {
        SchemaWork work = new SchemaWork(most);
        work.add(schema, 0, 0);
        return work.units();
    }

    private long units() {
        return UNITS_OF_AN_INSTRUCTION * instructions
                + UNITS_OF_A_SUBSCHEMA * subschemas
                + UNITS_OF_A_LINK * references * anchors
                + UNITS_OF_A_BINDING * subschemas * Math.min(references, anchors)
                + UNITS_OF_A_SEALED_BYTE * sealedBytes
                + UNITS_OF_A_URIS_CHARACTER * uriCharacters
                + stepsUp / STEPS_UP_OF_A_UNIT;
    }

    /**
     * @param levels of what is sealed around it
     * @param outer characters that its base URI has at most
     */
    private void add(Json part, long levels, long outer) {
        if (part instanceof JsonObject object) {
            subschemas++;
            long base = outer + text(object, "$id").length();
            URIS.forEach(keyword -> addUri(text(object, keyword), 1 + levels, base));
            anchors += object.has("$dynamicAnchor") ? 1 : 0;
            references += object.has("$dynamicRef") ? 1 : 0;
            if (object.get("pattern").orElse(Json.nul()) instanceof JsonString pattern) {
                add(pattern.value());
            }
            if (object.get("patternProperties").orElse(Json.nul()) instanceof JsonObject properties) {
                properties.names().forEach(this::add);
            }
            object.members().forEach((name, value) -> {
                boolean seals = name.equals(SealedValue.MEMBER);
                sealedBytes += seals && levels > 0 ? value.canonicalBytes() : 0;
                add(value, levels + (seals ? 1 : 0), base);
            });
        } else if (part instanceof JsonArray array) {
            array.forEach(item -> add(item, levels, outer));
        }
    }

    private static String text(JsonObject object, String keyword) {
        return object.get(keyword).orElse(Json.nul()) instanceof JsonString text ? text.value() : "";
    }

    private void addUri(String text, long times, long base) {
        if (text.isEmpty()) {
            return;
        }
        uriCharacters += times * (base + text.length());
        long up = 0;
        for (int at = text.indexOf(".."); at >= 0; at = text.indexOf("..", at + 2)) {
            up++;
        }
        stepsUp += times * up * up;
    }

    private void add(String pattern) {
        if (units() <= most && patterns.add(pattern)) {
            instructions += size(pattern) + INSTRUCTIONS_OF_A_PROPERTY * properties(pattern);
        }
    }

    /** As many as one may have if it is no expression, or is too large. */
    private static int size(String pattern) {
        try {
            return MeteredRegex.size(LinearRegex.re2(pattern));
        } catch (RegexException | UnusableRegexException e) {
            return MeteredRegex.MAX_SIZE;
        }
    }

    private static long properties(String pattern) {
        long count = 0;
        for (int at = pattern.indexOf('\\'); at >= 0; at = pattern.indexOf('\\', at + 2)) {
            count += pattern.startsWith("p", at + 1) || pattern.startsWith("P", at + 1) ? 1 : 0;
        }
        return count;
    }
}
