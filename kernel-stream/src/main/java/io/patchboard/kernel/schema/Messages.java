package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.schema.keyword.Finding;
import io.patchboard.record.BlobHandle;
import io.patchboard.record.SealedValue;
import io.patchboard.text.Spelling;
import java.util.List;
import java.util.Optional;

/** What a violation says to people. */
final class Messages {

    /** Options that a word is compared with. */
    private static final int MOST_MEANT = 50;

    private Messages() {}

    /** @param quotes whether it may say what the value is, rather than of which type */
    static String of(Finding finding, boolean quotes) {
        String keyword = finding.keyword();
        Json limit = finding.limit();
        Json value = finding.value();
        Optional<String> property = finding.property();
        String place = Text.place(finding.pointer());
        String butGot = " at " + place + ", but got "
                + (quotes ? Text.abbreviated(value) : type(Json.of(value.typeName()))) + ".";
        String shown = Text.abbreviated(limit);
        return switch (keyword) {
            case "enum" -> "Expected one of " + options(limit) + butGot + (quotes ? meant(limit, value) : "");
            case "const" -> "Expected " + shown + butGot;
            case "type" -> "Expected " + types(limit) + butGot;
            case "required" ->
                "Expected the member " + name(property) + " in the object at " + place + ", but it is missing.";
            case "dependentRequired" ->
                "Expected the member " + name(property) + " in the object at " + place
                        + ", since others depend on it, but it is missing.";
            case "additionalProperties", "unevaluatedProperties" ->
                "Expected no member " + name(property) + " in the object at " + place + ", but it is there.";
            case "minLength" -> "Expected at least " + shown + " characters" + butGot;
            case "maxLength" -> "Expected at most " + shown + " characters" + lengthOf(value, place);
            case "minimum" -> "Expected a number of at least " + shown + butGot;
            case "maximum" -> "Expected a number of at most " + shown + butGot;
            case "exclusiveMinimum" -> "Expected a number greater than " + shown + butGot;
            case "exclusiveMaximum" -> "Expected a number less than " + shown + butGot;
            case "multipleOf" -> "Expected a multiple of " + shown + butGot;
            case "pattern" -> "Expected a string that matches " + shown + butGot;
            case "minItems" -> "Expected at least " + shown + " items" + countOf(value, place);
            case "maxItems" -> "Expected at most " + shown + " items" + countOf(value, place);
            case "minProperties" -> "Expected at least " + shown + " members" + countOf(value, place);
            case "maxProperties" -> "Expected at most " + shown + " members" + countOf(value, place);
            case "uniqueItems" -> "Expected items that all differ in the array at " + place + ", but two are equal.";
            case "contains", "minContains" ->
                "Expected an array with an item that the schema asks for at " + place
                        + ", but too few of the items fit.";
            case "maxContains" -> "Expected at most " + shown + " fitting items at " + place + ", but more fit.";
            case "not" -> "Expected a value that the schema under not refuses" + butGot;
            case "oneOf" ->
                "Expected a value that fits exactly one of the " + count(limit) + "schemas of oneOf" + butGot
                        + nearest(finding, quotes);
            case "anyOf" ->
                "Expected a value that fits one of the " + count(limit) + "schemas of anyOf" + butGot
                        + nearest(finding, quotes);
            case "propertyNames" ->
                "Expected names of members that the schema allows in the object at " + place + ", but " + name(property)
                        + " is not.";
            case "false" -> "Expected no value" + butGot;
            case SealedValue.MEMBER -> SealedKeyword.message(place);
            case BlobHandle.MEMBER -> "Expected " + BlobKeyword.words(limit) + butGot;
            case "format" -> "Expected a string of the format " + shown + butGot;
            case "items" ->
                otherwise(keyword, butGot, finding, "defined in the schema and the schema does not allow additional");
            case "unevaluatedItems" ->
                otherwise(keyword, butGot, finding, "evaluated and the schema does not allow unevaluated");
            default -> "Expected a value that satisfies " + keyword + butGot;
        };
    }

    private static String otherwise(String keyword, String butGot, Finding finding, String what) {
        return "Expected a value that satisfies " + keyword + butGot + " (index '"
                + finding.index().orElse(0) + "' is not " + what + " items)";
    }

    private static String meant(Json limit, Json value) {
        if (!(limit instanceof JsonArray array) || !(value instanceof JsonString word) || array.size() > MOST_MEANT) {
            return "";
        }
        List<String> words = array.stream()
                .filter(JsonString.class::isInstance)
                .map(option -> ((JsonString) option).value())
                .toList();
        return Spelling.question(word.value(), words);
    }

    private static String options(Json limit) {
        return limit instanceof JsonArray array
                ? Text.list(array.stream()
                        .limit(Text.LIST + 1L) // how many more there are is not told
                        .map(Messages::bare)
                        .toList())
                : Text.abbreviated(limit);
    }

    private static String bare(Json option) {
        boolean word = option instanceof JsonString string
                && !string.value().isEmpty()
                && Text.isShort(string.value())
                && string.value().chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-' || c == '_');
        return word ? ((JsonString) option).value() : Text.abbreviated(option);
    }

    private static String types(Json limit) {
        if (limit instanceof JsonArray array) {
            return String.join(" or ", array.stream().map(Messages::type).toList());
        }
        return type(limit);
    }

    private static String type(Json limit) {
        String name = limit instanceof JsonString string ? string.value() : limit.toString();
        return switch (name) {
            case "null" -> "null";
            case "array", "object", "integer" -> "an " + name;
            default -> "a " + name;
        };
    }

    private static String name(Optional<String> property) {
        return property.map(name -> Text.abbreviated(Json.of(name))).orElse("that the schema names");
    }

    private static String nearest(Finding finding, boolean quotes) {
        return finding.nearest()
                .map(inner -> SchemaViolation.NEAREST + of(inner, quotes))
                .orElse("");
    }

    private static String count(Json limit) {
        return limit instanceof JsonArray array ? array.size() + " " : "";
    }

    private static String lengthOf(Json value, String place) {
        String text = value instanceof JsonString string ? string.value() : "";
        return " at " + place + ", but got " + text.codePointCount(0, text.length()) + ".";
    }

    private static String countOf(Json value, String place) {
        int count = value instanceof JsonArray array
                ? array.size()
                : value instanceof JsonObject object ? object.size() : 0;
        return " at " + place + ", but got " + count + ".";
    }
}
