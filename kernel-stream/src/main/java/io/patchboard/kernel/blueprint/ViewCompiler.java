package io.patchboard.kernel.blueprint;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.schema.SchemaFragments;
import io.patchboard.kernel.schema.SchemaMarks;
import io.patchboard.kernel.schema.SealedKeyword;
import io.patchboard.kernel.tokens.Tokenizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles what all views of one role have in common, and refuses what could never fit its budget. */
final class ViewCompiler {

    private static final long DEFAULT_CHARS = 20_000;
    private static final long DEFAULT_EXPANSIONS = 2;

    private final Problems problems;
    private final Json stateSchema;
    private final boolean seals;
    private final boolean refers;

    ViewCompiler(Problems problems, Json stateSchema) {
        this.problems = problems;
        this.stateSchema = stateSchema;
        this.seals = SealedKeyword.isIn(stateSchema);
        this.refers = SchemaMarks.hasReferences(stateSchema);
    }

    ViewSpec compile(JsonPlace worker, String instruction, List<WriteGrant> writes, Json contract, PatchFormat format) {
        Optional<JsonPlace> view = worker.child("view");
        Tokenizer tokenizer = view.flatMap(node -> node.text("tokenizer"))
                .flatMap(Tokenizer::of)
                .orElse(Tokenizer.DEFAULT);
        ViewBudget budget =
                new ViewBudget(integer(view, "maxChars").orElse((int) DEFAULT_CHARS), integer(view, "maxTokens"));
        JsonObject fixed = JsonObject.builder()
                .put("instruction", instruction)
                .put("contract", ordered(contract))
                .putIfPresent("patch", format.source().map(ViewCompiler::ordered))
                .put("schema", ordered(writableSchema(writes)))
                .putIfPresent("quarantined", Optional.of(Json.of(true)).filter(any -> worker.flag("quarantined")))
                .putIfPresent("sealed", Optional.of(Json.of(true)).filter(any -> seals))
                .build();
        String smallest = JsonWriter.compact(ViewSpec.minimal(fixed, ViewSpec.MOST_OMITTED));
        ViewBudget least =
                new ViewBudget(smallest.length(), budget.maxTokens().map(tokens -> tokenizer.count(smallest)));
        check(worker, budget, least, tokenizer);
        return new ViewSpec(
                budget.atLeast(least),
                least,
                tokenizer,
                integer(view, "maxExpansions").orElse((int) DEFAULT_EXPANSIONS),
                fixed,
                stateSchema,
                refers);
    }

    private void check(JsonPlace worker, ViewBudget budget, ViewBudget least, Tokenizer tokenizer) {
        if (least.maxChars() > budget.maxChars()) {
            tooSmall(worker, "characters", least.maxChars(), budget.maxChars(), "maxChars");
        }
        if (budget.maxTokens().isPresent()
                && least.maxTokens().orElse(0) > budget.maxTokens().get()) {
            tooSmall(
                    worker,
                    "tokens (" + tokenizer.id() + ")",
                    least.maxTokens().orElse(0),
                    budget.maxTokens().get(),
                    "maxTokens");
        }
    }

    private void tooSmall(JsonPlace worker, String unit, int needed, int given, String field) {
        problems.add(
                worker.at().child("view"),
                "Expected room for the part of the view that never changes (instruction, write contract and the schema"
                        + " of what may be written), which takes " + needed + " " + unit + ", but it has " + given
                        + ". Raise view." + field + ", or shorten the instruction or the contract.");
    }

    private static Optional<Integer> integer(Optional<JsonPlace> view, String name) {
        return view.flatMap(node -> node.integer(name)).map(value ->
                (int) Math.max(0, Math.min(value, Integer.MAX_VALUE)));
    }

    private Json writableSchema(List<WriteGrant> writes) {
        Map<String, Json> fragments = new LinkedHashMap<>();
        for (WriteGrant grant : writes) {
            SchemaFragments.at(stateSchema, grant.path())
                    .map(fragment -> SchemaFragments.withDefs(stateSchema, fragment))
                    .ifPresent(fragment -> fragments.put(grant.path().toString(), fragment));
        }
        return JsonObject.copyOf(fragments);
    }

    /** Two texts of one blueprint may list members in two orders; what a worker reads is the same text for both. */
    private static Json ordered(Json value) {
        return JsonReader.parse(CanonicalJson.text(value));
    }
}
