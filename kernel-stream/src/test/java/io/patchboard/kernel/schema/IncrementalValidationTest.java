package io.patchboard.kernel.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.Run;
import io.patchboard.kernel.patch.Operation;
import io.patchboard.kernel.schema.keyword.Evaluation;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much is visited after one change; counted, not timed. */
class IncrementalValidationTest {

    private static final int SIZE = 10_000;

    /** For one change, whatever the lengths of runs are. */
    private static final int MOST_VISITS = 1_500;

    /** What is not to be collected while a test runs. */
    private final List<Json> held = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'items':{'$ref':'#/$defs/claim'}}",
                "{'items':{'$ref':'#/$defs/claim'},'uniqueItems':true}",
                "{'uniqueItems':true}",
                "{'contains':{'properties':{'status':{'const':'draft'}}},'minContains':10,'maxContains':10000}",
                "{'prefixItems':[true,true],'unevaluatedItems':{'$ref':'#/$defs/claim'}}",
                "{'contains':{'required':['never']},'minContains':0,'unevaluatedItems':{'$ref':'#/$defs/claim'}}",
                "{'anyOf':[{'items':{'type':'string'}},{'items':{'$ref':'#/$defs/claim'}}]}",
                "{'oneOf':[{'items':{'type':'string'}},{'items':{'$ref':'#/$defs/claim'}}]}",
                "{'if':{'items':{'type':'object'}},'then':{'items':{'$ref':'#/$defs/claim'}},'else':false}",
                "{'not':{'contains':{'type':'string'}}}"
            })
    void validate_oneOfTenThousandItems_visitsOnePath(String big) {
        visitsOnePath(schema(big), JsonObject.of("big", JsonArray.copyOf(claims())), "/big/5000/status");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'additionalProperties':{'$ref':'#/$defs/claim'}}",
                "{'patternProperties':{'^n':{'$ref':'#/$defs/claim'}},'additionalProperties':false}",
                "{'propertyNames':{'pattern':'^n[0-9]+$'},'additionalProperties':{'$ref':'#/$defs/claim'}}",
                "{'unevaluatedProperties':{'$ref':'#/$defs/claim'},'anyOf':[{'properties':{'n1':true}},true]}",
                "{'dependentSchemas':{'n1':{'additionalProperties':{'$ref':'#/$defs/claim'}}},'required':['n1','n2']}"
            })
    void validate_oneOfTenThousandMembers_visitsOnePath(String big) {
        visitsOnePath(schema(big), JsonObject.of("big", claimsByName()), "/big/n5000/status");
    }

    /** Each branch remembers something of each run; none of that may push out what another one does. */
    @Test
    void validate_thirtyBranchesOnOneOfTenThousandMembers_visitsOnePathForEach() {
        StringBuilder branches = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            branches.append(i == 0 ? "" : ",").append("{'properties':{'n" + i + "':{'$ref':'#/$defs/claim'}}}");
        }
        JsonObject big = claimsByName();
        JsonSchema schema = schema("{'allOf':[" + branches + "]}");
        Evaluation first = new Evaluation(JsonSchema.MAX_STEPS);
        assertThat(schema.accepts(JsonObject.of("big", big), first)).isTrue();
        assertThat(first.visits()).isGreaterThan(30 * SIZE);
        Evaluation second = new Evaluation(JsonSchema.MAX_STEPS);
        JsonObject next = big.with("n5000", Json.of("anything"));
        assertThat(schema.accepts(JsonObject.of("big", next), second)).isTrue();
        assertThat(second.visits()).isLessThan(30 * MOST_VISITS);
    }

    private void visitsOnePath(JsonSchema schema, Json state, String at) {
        held.add(state);
        Evaluation first = new Evaluation(JsonSchema.MAX_STEPS);
        assertThat(schema.accepts(state, first)).isTrue();
        assertThat(first.visits()).isGreaterThan(SIZE);
        Json next = Diff.apply(state, new Operation.Replace(JsonPointer.parse(at), Json.of("verified")));
        held.add(next);
        Evaluation second = new Evaluation(JsonSchema.MAX_STEPS);
        assertThat(schema.accepts(next, second)).isTrue();
        assertThat(second.visits()).isLessThan(MOST_VISITS);
        assertThat(second.steps()).isGreaterThan(SIZE);
        Json wrong =
                Diff.apply(next, new Operation.Replace(JsonPointer.parse(at).parent(), Json.of("wrong")));
        Evaluation third = new Evaluation(JsonSchema.MAX_STEPS);
        assertThat(schema.accepts(wrong, third))
                .isEqualTo(schema.accepts(JsonReader.parse(wrong.toString()), new Evaluation(JsonSchema.MAX_STEPS)));
        assertThat(third.visits()).isLessThan(MOST_VISITS);
    }

    /** Runs that a pinned version shares with later ones must not keep those alive. */
    @Test
    void validate_manyVersionsOfAUniqueArray_pinnedOneKeepsNoneOfTheOthersAlive() {
        JsonSchema schema = schema("{'uniqueItems':true}");
        JsonArray pinned = JsonArray.copyOf(claims());
        held.add(pinned);
        assertThat(schema.validate(JsonObject.of("big", pinned))).isEmpty();
        List<WeakReference<Run>> later = laterVersions(schema, pinned, 20);
        await().atMost(Duration.ofMinutes(5)).until(() -> areCollected(later));
        assertThat(visitsAfterChange(schema, pinned)).isLessThan(MOST_VISITS);
    }

    /** Each changes one item of the one before, always in another place. */
    private static List<WeakReference<Run>> laterVersions(JsonSchema schema, JsonArray first, int count) {
        List<WeakReference<Run>> roots = new ArrayList<>();
        JsonArray array = first;
        for (int i = 0; i < count; i++) {
            array = array.with(i * SIZE / count, Json.of("later " + i));
            assertThat(schema.validate(JsonObject.of("big", array))).isEmpty();
            roots.add(new WeakReference<>(array.runs().orElseThrow()));
        }
        return roots;
    }

    /** What was validated last and is gone may be a proposal that was refused for another reason. */
    @Test
    void validate_uniqueArrayAfterOthersOfItWereDropped_visitsOnePath() {
        JsonSchema schema = schema("{'uniqueItems':true}");
        JsonArray current = JsonArray.copyOf(claims());
        held.add(current);
        assertThat(schema.validate(JsonObject.of("big", current))).isEmpty();
        List<WeakReference<Run>> refused = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            refused.addAll(laterVersions(schema, current, 1));
        }
        await().atMost(Duration.ofMinutes(5)).until(() -> areCollected(refused));
        assertThat(visitsAfterChange(schema, current)).isLessThan(MOST_VISITS);
    }

    private static boolean areCollected(List<WeakReference<Run>> runs) {
        System.gc();
        return runs.stream().allMatch(run -> run.get() == null);
    }

    private static long visitsAfterChange(JsonSchema schema, JsonArray array) {
        Evaluation evaluation = new Evaluation(JsonSchema.MAX_STEPS);
        assertThat(schema.accepts(JsonObject.of("big", array.with(SIZE / 2, Json.of("changed"))), evaluation))
                .isTrue();
        return evaluation.visits();
    }

    @Test
    void validate_twinOfOneOfTenThousandItems_isFound() {
        JsonSchema schema = schema("{'uniqueItems':true}");
        JsonArray items = JsonArray.copyOf(claims());
        assertThat(schema.validate(JsonObject.of("big", items))).isEmpty();
        for (int at : List.of(0, 1, 4_999, 9_999)) {
            Json twin = items.get((at + 3) % SIZE);
            assertThat(schema.validate(JsonObject.of("big", items.with(at, twin))))
                    .isPresent();
            assertThat(schema.validate(JsonObject.of("big", items.insert(at, twin))))
                    .isPresent();
            items = items.without(at).append(Json.of("new " + at));
            assertThat(schema.validate(JsonObject.of("big", items))).isEmpty();
        }
        JsonArray twice = JsonArray.copyOf(claims()).append(Json.of(1));
        assertThat(schema.validate(JsonObject.of("big", twice.append(Json.of(1)))))
                .isPresent();
        assertThat(schema.validate(JsonObject.of("big", twice))).isEmpty();
    }

    /** What is remembered of unchanged runs was found out while another set of subschemas was active. */
    @Test
    void validate_otherSubschemasBecomeActive_unevaluatedIsAskedAgain() {
        JsonSchema schema = schema("{'anyOf':[{'required':['k'],'patternProperties':{'^n':true}},"
                + "{'minItems':1000,'contains':{'type':'string'}},true],'patternProperties':{'^[km]':true},"
                + "'contains':{'type':'integer'},'unevaluatedProperties':false,'unevaluatedItems':false}");
        JsonObject.Builder members = JsonObject.builder().put("k", 0);
        List<Json> items = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            members.put((i < 500 ? "m" : "n") + i, i);
            items.add(i < 500 ? Json.of(i) : Json.of("s" + i));
        }
        JsonObject object = members.build();
        JsonArray array = JsonArray.copyOf(items);
        for (int round = 0; round < 2; round++) {
            assertThat(schema.validate(JsonObject.of("big", object))).isEmpty();
            assertThat(schema.validate(JsonObject.of("big", object.without("k"))))
                    .isPresent();
            assertThat(schema.validate(JsonObject.of("big", array))).isEmpty();
            assertThat(schema.validate(JsonObject.of("big", array.without(0)))).isPresent();
        }
    }

    /** Members in another order are the same object, so they are the same work, also of what is invalid. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':1,'b':[1,2,3],'c':{'d':1}} | {'c':{'d':1},'b':[1,2,3],'a':1}",
                "{'x':1,'y':'s','z':[1]}         | {'z':[1],'y':'s','x':1}"
            })
    void accepts_membersInAnotherOrder_takesTheSameSteps(String one, String other) throws SchemaCompileException {
        for (String text : List.of(
                "{'properties':{'b':{'items':{'type':'string'}},'a':{'type':'integer'}},'additionalProperties':false}",
                "{'additionalProperties':{'type':'array','items':{'minimum':5}}}",
                "{'patternProperties':{'.':{'type':'string'}},'propertyNames':{'enum':['a']}}",
                "{'unevaluatedProperties':{'items':{'type':'string'}},'anyOf':[{'properties':{'a':true}}]}")) {
            JsonSchema schema = JsonSchema.compile(json(text));
            Evaluation first = new Evaluation(JsonSchema.MAX_STEPS);
            Evaluation second = new Evaluation(JsonSchema.MAX_STEPS);
            assertThat(schema.accepts(json(one), first)).isEqualTo(schema.accepts(json(other), second));
            assertThat(first.steps()).as(text).isEqualTo(second.steps());
        }
    }

    @Test
    void validate_deepValueAndSchema_needsLittleStack() throws InterruptedException {
        Json deep = Json.of(1);
        for (int i = 0; i < 120; i++) {
            deep = JsonArray.of(deep);
        }
        StringBuilder chain = new StringBuilder("{'$defs':{");
        for (int i = 0; i < 6; i++) {
            chain.append("'d" + i + "':{'allOf':[{'$ref':'#/$defs/d" + (i + 1) + "'}]},");
        }
        JsonSchema schema = schemaOf(
                chain + "'d6':{'items':{'$ref':'#/$defs/d4'},'minItems':1,'type':'array'}},'$ref':'#/$defs/d0'}");
        Json value = deep;
        List<SchemaViolation> found = new ArrayList<>();
        Thread thread = new Thread(null, () -> found.addAll(schema.validateAll(value, 1)), "small", 640 * 1024);
        thread.start();
        thread.join();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).keyword()).isEqualTo("type");
    }

    private static List<Json> claims() {
        List<Json> claims = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            claims.add(JsonObject.builder()
                    .put("id", "c" + i)
                    .put("status", "draft")
                    .put("tags", JsonArray.ofStrings(List.of("x", "y")))
                    .build());
        }
        return claims;
    }

    private static JsonObject claimsByName() {
        JsonObject.Builder members = JsonObject.builder();
        List<Json> claims = claims();
        for (int i = 0; i < SIZE; i++) {
            members.put("n" + i, claims.get(i));
        }
        return members.build();
    }

    private static JsonSchema schema(String big) {
        return schemaOf(
                "{'properties':{'big':" + big + "},'$defs':{'claim':{'type':'object','required':['id','status'],"
                        + "'properties':{'id':{'type':'string','pattern':'^c[0-9]+$'},'status':{'enum':['draft','verified']},"
                        + "'tags':{'type':'array','items':{'type':'string'}}},'additionalProperties':false}}}");
    }

    private static JsonSchema schemaOf(String text) {
        try {
            return JsonSchema.compile(json(text));
        } catch (SchemaCompileException e) {
            throw new AssertionError(e.problems().toString(), e);
        }
    }

    private static Json json(String text) {
        return JsonReader.parse(text.replace('\'', '"'));
    }
}
