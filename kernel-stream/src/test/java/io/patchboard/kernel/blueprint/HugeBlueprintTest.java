package io.patchboard.kernel.blueprint;

import static io.patchboard.kernel.blueprint.Compiled.problems;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import io.patchboard.record.Problem;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blueprints of any size are told about within bounds of time and size. */
class HugeBlueprintTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void hugeNumberOfErrors_isBoundedInTimeAndSize() {
        StringBuilder text = new StringBuilder(
                "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,\"initial\":{}},"
                        + "\"workers\":{\"w\":{\"read\":[\"0\"");
        for (int i = 1; i < 40_000; i++) {
            text.append(",\"").append(i).append('"');
        }
        List<Problem> problems = problems(JsonReader.parse(text.append("]}}}").toString()));

        assertThat(problems.size()).isBetween(100, 1_001);
    }

    @Test
    void hugeNumberOfRules_isBoundedInTime() {
        StringBuilder text = new StringBuilder(
                "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,\"initial\":{}},"
                        + "\"workers\":{\"w\":{}},\"rules\":[");
        for (int i = 0; i < 300; i++) {
            text.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"r")
                    .append(i)
                    .append("\",\"on\":{\"event\":\"created\"},\"invoke\":\"w\",\"when\":\"(\"}");
        }
        assertThat(problems(JsonReader.parse(text.append("]}").toString())).size())
                .isBetween(100, 1_001);
    }

    /**
     * Each worker would have each handler, which knows each worker, and all private paths of others; and each rule
     * would be told of, too.
     */
    @Test
    void moreThanABlueprintMayHave_isNotLookedAtFurther() {
        String handlers = each(11, i -> "{\"onError\":[\"bug\"],\"do\":{\"catch\":\"nobody\"}}");
        String policies = ",\"policies\":{\"default\":{\"onExhausted\":" + handlers + "}}";
        String privates = ",\"private\":" + each(201, i -> "{\"path\":\"/a" + i + "\",\"to\":\"nobody\"}");
        String workers = members(201, i -> "\"w" + i + "\":{\"validates\":\"nobody\"}");
        String rules =
                ",\"rules\":" + each(501, i -> "{\"name\":\"r\",\"on\":{\"event\":\"created\"},\"invoke\":\"nobody\"}");
        String wrong = ",\"rules\":" + each(100, i -> "0");

        assertThat(places("{\"w\":{}}", policies)).containsExactly("/policies/default/onExhausted");
        assertThat(places("{\"w\":{}}", privates)).containsExactly("/private");
        assertThat(places(workers, "")).containsExactly("/workers");
        assertThat(places("{\"w\":{}}", rules)).containsExactly("/rules");
        assertThat(places(workers, wrong)).hasSize(100).allMatch(place -> place.startsWith("/rules/"));
    }

    private static List<String> places(String workers, String more) {
        Json blueprint = JsonReader.parse("{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\"" + more
                + ",\"state\":{\"schema\":true,\"initial\":{}},\"workers\":" + workers + "}");
        return problems(blueprint).stream().map(Problem::pointer).toList();
    }

    /** Each label is compared with each path that a role reads. */
    @Test
    void manyLabels_andManyReads_areTooMuchWork() {
        String few = labelled(2, 5_000);
        String many = labelled(100, 20_000);

        assertThat(problems(JsonReader.parse(few))).isEmpty();
        assertThat(BlueprintWork.of(JsonReader.parse(many)) - BlueprintWork.of(JsonReader.parse(labelled(0, 20_000))))
                .isGreaterThanOrEqualTo(100 * 20_000 * 6L);
        assertThat(problems(JsonReader.parse(many)))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("Expected a blueprint that can be compiled within");
    }

    /** What a validator may write is compared with all that its planner may. */
    @Test
    void manyGrantsOfAValidatorAndItsPlanner_areTooMuchWork() {
        String grants = IntStream.range(0, 3_000)
                .mapToObj(i -> "{\"op\":[\"add\"],\"path\":\"/" + i + "\"}")
                .collect(Collectors.joining(",", "[", "]"));
        String workers = "{\"v\":{\"validates\":\"p\",\"write\":" + grants + "},\"p\":{\"write\":" + grants + "}}";

        assertThat(problems(blueprint(workers, "{}")))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("Expected a blueprint that can be compiled within");
    }

    /** What one planner may write is looked at once, however many validate it. */
    @Test
    void manyValidatorsOfOnePlanner_areToldThatTheyAreTooMany() {
        String grants = each(8_000, i -> "{\"path\":\"/\"}");
        String workers = "{\"p\":{\"write\":" + grants + "},"
                + members(4_000, i -> "\"v" + i + "\":{\"validates\":\"p\"}").substring(1);

        assertThat(places(workers, "")).contains("/workers");
    }

    /** Of no place that is deeper than any state it is said how it may be meant. */
    @Test
    void pathOfVeryManySegments_isToldWithoutASuggestion() {
        String schema = "{\"properties\":{\"a\":{\"$ref\":\"#\"}},\"additionalProperties\":false}";
        String path = "/a".repeat(40_000) + "/b";

        assertThat(problems(blueprint(schema, "{\"w\":{\"read\":[\"" + path + "\"]}}", "{}", "{}")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .contains("nothing can ever be at /a/a/a")
                        .doesNotContain("Did you mean"));
    }

    /** Of more names or schemas than are looked at one by one, nothing is collected for each path. */
    @ParameterizedTest
    @ValueSource(strings = {"{'properties':{NAMES}}", "{'additionalProperties':{'allOf':[TRUES]}}"})
    void manyPathsThroughVeryMuch_areBoundedInSize(String form) {
        String schema = form.replace('\'', '"')
                .replace("{NAMES}", members(2_000, i -> "\"p" + i + "\":{}"))
                .replace("[TRUES]", each(2_000, i -> "true"));
        Json one = blueprint(schema, "{\"w\":{\"read\":[\"/*/a\"]}}", "{}", "{}");
        Json many = blueprint(schema, "{\"w\":{\"read\":" + each(500, i -> "\"/*/a" + i + "\"") + "}}", "{}", "{}");
        problems(one);

        assertThat(allocated(many) - allocated(one)).isLessThan(40 << 20);
    }

    private static long allocated(Json blueprint) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(problems(blueprint)).isEmpty();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** All that is in a schema may have its place, or be known by the URIs around it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$id\":\"LONG\",\"allOf\":[{\"$id\":\"aMANY\"}]}",
                "{\"$id\":\"LONG\",\"allOf\":[{\"$anchor\":\"aMANY\"}]}",
                "{\"$id\":\"LONG\",\"allOf\":[{\"$ref\":\"#xMANY\"}]}",
                "{\"$defs\":{\"LONG\":{\"allOf\":[{\"$ref\":\"#xMANY\"}]}}}",
                "{\"$defs\":{\"LONG\":{\"allOf\":[{\"x-patchboard-label\":MANY}]}}}",
                "{\"$ref\":\"UP\"}",
            })
    void whatGrowsWithTheTextAroundIt_isTooMuchWork(String schema) {
        String up = "a/".repeat(30_000) + "../".repeat(30_000);

        assertThat(BlueprintWork.of(ofSchema(around(schema, 3, 3)))).isLessThan(100_000);
        assertTooMuchWork(ofSchema(around(schema.replace("UP", up), 100_000, 3_000)));
    }

    private static String around(String schema, int length, int count) {
        int from = schema.indexOf('[') + 1;
        int end = Math.max(from, schema.indexOf(']'));
        String each = schema.substring(from, end);
        String many = IntStream.range(0, count)
                .mapToObj(i -> each.replace("MANY", "" + i))
                .collect(Collectors.joining(","));
        return (from == 0 ? schema : schema.substring(0, from) + many + schema.substring(end))
                .replace("LONG", "l".repeat(length));
    }

    /** Each of them lists the names that there are. */
    @Test
    void manyProblemsThatNameLongNames_areBoundedInSize() {
        String workers = members(20, i -> "\"" + "w".repeat(5_000) + i + "\":{}");
        String rules = each(300, i -> "{\"name\":\"r" + i + "\",\"on\":{\"event\":\"created\"},\"invoke\":\"nobody\"}");

        List<Problem> problems = problems(withRules("true", workers, rules));

        assertThat(problems).hasSizeGreaterThan(10);
        assertThat(problems.stream()
                        .mapToLong(problem ->
                                problem.pointer().length() + problem.message().length())
                        .sum())
                .isLessThan(2_200_000);
    }

    /** The instructions of a pattern take more room than its text. */
    @Test
    void manyPatternsThatUnroll_areTooMuchWork() {
        Json some = ofSchema("{\"allOf\":" + each(100, i -> "{\"pattern\":\"a{900}" + i + "\"}") + "}");
        Json many = ofSchema("{\"allOf\":" + each(200, i -> "{\"pattern\":\"a{900}" + i + "\"}") + "}");
        Json same = ofSchema("{\"allOf\":" + each(200, i -> "{\"pattern\":\"a{900}\"}") + "}");
        Json names = ofSchema("{\"patternProperties\":{\"a{900}\":true,\"(b?){450}\":true}}");

        assertThat(problems(some)).isEmpty();
        assertThat(BlueprintWork.of(some)).isGreaterThan(100 * 900 * 100L);
        assertThat(BlueprintWork.of(same)).isLessThan(1_000_000);
        assertThat(BlueprintWork.of(names)).isGreaterThan(2 * 900 * 100L);
        assertTooMuchWork(many);
    }

    /** A view has the schema of each place that its worker may write, each with all definitions that it refers to. */
    @Test
    void manyGrantsOfALargeSchema_areTooMuchWork() {
        String schema = "{\"$defs\":{\"big\":{\"description\":\"" + "x".repeat(50_000)
                + "\"}},\"additionalProperties\":{\"$ref\":\"#/$defs/big\"}}";
        String worker = "{\"write\":" + each(3_000, i -> "{\"op\":[\"add\"],\"path\":\"/a" + i + "\"}") + "}";

        assertTooMuchWork(blueprint(schema, "{\"w\":" + worker + "}", "{}", "{}"));
    }

    /** Each reference may lead to each anchor of its name. */
    @Test
    void manyDynamicReferencesToManyAnchors_areTooMuchWork() {
        String resources = IntStream.range(0, 1_500)
                .mapToObj(i -> "\"r" + i + "\":{\"$id\":\"r" + i + "\",\"$dynamicAnchor\":\"x\"}")
                .collect(Collectors.joining(","));
        String references = each(1_500, i -> "{\"$dynamicRef\":\"r" + i + "#x\"}");

        assertTooMuchWork(ofSchema("{\"$defs\":{" + resources + "},\"allOf\":" + references + "}"));
    }

    /** Each is charged by its length, wherever it stands. */
    @Test
    void longExpressions_ofGatesAndBoards_areTooMuchWork() {
        String condition = "true" + " || state.a == 1".repeat(60);
        String text = "'/a' + string(" + condition + ")";
        String gates =
                each(200, i -> "{\"name\":\"g" + i + "\",\"on\":{\"path\":\"/a\"},\"when\":\"" + condition + "\"}");
        for (String member : List.of("input", "share", "result")) {
            String workers = IntStream.range(0, 200)
                    .mapToObj(i -> "\"w" + i + "\":{\"kind\":\"board\",\"board\":{\"blueprint\":\"b\","
                            + (member.equals("result") ? "" : "\"result\":\"/a\",") + "\"" + member + "\":\"" + text
                            + "\"},\"write\":[{\"op\":[\"add\"],\"path\":\"/a\"}]}")
                    .collect(Collectors.joining(",", "{", "}"));
            assertTooMuchWork(blueprint(workers, "{}"));
        }

        assertTooMuchWork(JsonReader.parse(
                "{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":true,\"initial\":{}},"
                        + "\"workers\":{\"w\":{}},\"gates\":" + gates + "}"));
    }

    /** Which name was meant is looked for as long as somebody reads it. */
    @Test
    void manyMisspeltPaths_getSuggestionsAtFirst() {
        String names = IntStream.range(0, 300)
                .mapToObj(i -> "\"someproperty" + (10_000 + i) + "\":true")
                .collect(Collectors.joining(","));
        String reads = each(3_000, i -> "\"/someproprety" + (10_000 + i) + "\"");
        Json blueprint = blueprint(
                "{\"additionalProperties\":false,\"properties\":{" + names + "}}",
                "{\"w\":{\"read\":" + reads + "}}",
                "{}",
                "{}");

        List<Problem> problems = problems(blueprint);
        assertThat(problems).hasSizeBetween(100, 1_001);
        assertThat(problems)
                .filteredOn(problem -> problem.message().contains("Did you mean"))
                .as("each is compared with 300 names of 17 letters")
                .hasSizeBetween(5, (int) (Problems.MOST_COMPARED / (300 * 17 * 17)));
    }

    /** Each field is looked for at each place that its worker may be asked about. */
    @Test
    void manyMisspeltFields_ofManyPlaces_areToldAsLongAsThereIsTime() {
        String schema = "{\"additionalProperties\":false,\"properties\":"
                + members(1_000, i -> "\"p" + i + "\":{\"type\":\"string\"}") + "}";
        String key = each(100, i -> "item.k" + i);
        String workers = "{\"w\":{},"
                + members(9, i -> "\"k" + i + "\":{\"idempotencyKey\":\"" + key + "\"}")
                        .substring(1);
        String rules = each(
                100,
                i -> "{\"name\":\"r" + i + "\",\"invoke\":{\"choose\":\"'w'\"},\"on\":{\"all\":"
                        + each(10, j -> "{\"path\":\"/p" + (10 * i + j) + "\"}") + "}}");

        assertThat(problems(withRules(schema, workers, rules)))
                .as("a thousand places of each")
                .hasSizeBetween(5, 100);
    }

    /** Which fields there are is told with each that there is not. */
    @Test
    void manyMisspeltFields_besideManyNames_areToldAsLongAsThereIsTime() {
        String schema =
                "{\"additionalProperties\":false,\"properties\":" + members(10_000, i -> "\"p" + i + "\":{}") + "}";
        String rules = each(1, i -> rule("size(" + each(500, j -> "state.q" + j) + ") > 0"));

        assertThat(problems(withRules(schema, "{\"w\":{}}", rules))).hasSizeBetween(5, 100);
    }

    /** Each constant is compared with each option, and the message does not list them. */
    @Test
    void manyComparisonsWithAnEnumOfManyOptions_areToldShort_asLongAsThereIsTime() {
        String schema = "{\"properties\":{\"a\":{\"enum\":" + each(20_000, i -> "" + i) + "}}}";
        String rules = each(1, i -> rule("size(" + each(500, j -> "state.a==-" + (j + 1)) + ") > 0"));

        assertThat(problems(withRules(schema, "{\"w\":{}}", rules)))
                .hasSizeBetween(5, 400)
                .allSatisfy(problem -> assertThat(problem.message())
                        .hasSizeLessThan(300)
                        .endsWith("/state/schema/properties/a/enum says otherwise."));
    }

    /** Each of them says what was expected, which is long. */
    @Test
    void manyViolationsOfTheInitialState_areToldShort() {
        String options = each(12, i -> "\"" + i + "x".repeat(2_000) + "\"");
        Json blueprint = blueprint(
                "{\"additionalProperties\":{\"items\":{\"enum\":" + options + "}}}",
                "{\"w\":{}}",
                "{}",
                "{\"a\":" + each(1_000, i -> "[\"" + "y".repeat(90) + "\"]") + "}");

        assertThat(problems(blueprint))
                .hasSize(1_000)
                .allSatisfy(problem -> assertThat(problem.message()).hasSizeLessThan(2_000));
    }

    /** What a reference stands for is not known yet, nor is what is inside of it or around it. */
    @Test
    void initialStateWithReferences_isCheckedBesideThem() {
        Json blueprint = blueprint(
                "{\"additionalProperties\":{\"enum\":[1]}}",
                "{\"w\":{}}",
                "{}",
                "{\"a\":{\"b\":{\"$input\":\"/x\"}},\"a-\":2,\"a0\":{\"$input\":\"/y\"},\"a00\":3,\"\":4}");

        assertThat(problems(blueprint))
                .extracting(Problem::pointer)
                .containsExactly("/state/initial/", "/state/initial/a-", "/state/initial/a00");
    }

    private static void assertTooMuchWork(Json blueprint) {
        assertThat(BlueprintWork.of(blueprint)).isGreaterThan(BlueprintWork.MOST);
        assertThat(problems(blueprint))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .startsWith("Expected a blueprint that can be compiled within");
    }

    private static String each(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(",", "[", "]"));
    }

    private static String members(int count, IntFunction<String> text) {
        return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(",", "{", "}"));
    }

    private static String rule(String when) {
        return "{\"name\":\"r\",\"invoke\":\"w\",\"on\":{\"event\":\"created\"},\"when\":\"" + when + "\"}";
    }

    private static Json withRules(String schema, String workers, String rules) {
        return JsonReader.parse("{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":" + schema
                + ",\"initial\":{}},\"workers\":" + workers + ",\"rules\":" + rules + "}");
    }

    private static Json ofSchema(String schema) {
        return blueprint(schema, "{\"w\":{}}", "{}", "{}");
    }

    private static String labelled(int labels, int reads) {
        return blueprint("{\"w\":{\"read\":" + paths(reads) + "}}", "{\"untrusted\":" + paths(labels) + "}")
                .toString();
    }

    private static String paths(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"/" + i + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    private static Json blueprint(String workers, String taint) {
        return blueprint("true", workers, taint, "{}");
    }

    private static Json blueprint(String schema, String workers, String taint, String initial) {
        return JsonReader.parse("{\"apiVersion\":\"patchboard/v1\",\"name\":\"n\",\"state\":{\"schema\":" + schema
                + ",\"initial\":" + initial + "},\"workers\":" + workers + ",\"taint\":" + taint + "}");
    }
}
