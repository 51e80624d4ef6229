package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.fge.jsonpatch.JsonPatch;
import com.github.fge.jsonpatch.JsonPatchException;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares with an independent implementation, java-json-tools/json-patch, on random documents and patches. */
class PatchDifferentialTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> NAMES = List.of("a", "b", "c", "a/b", "m~n", "", "0", "é");

    @Test
    void apply_randomPatches_agreesWithAnotherImplementation() throws Exception {
        long seed = 20_260_101L;
        Random random = new Random(seed);
        int applied = 0;
        for (int round = 0; round < 20_000; round++) {
            Json document = value(random, 3);
            Patch patch = patch(random, document);
            String context = "seed " + seed + ", round " + round + ": " + document + " " + patch.toJson();
            Optional<Json> ours = ours(document, patch);
            assertThat(ours).as(context).isEqualTo(theirs(document, patch));
            applied += ours.isPresent() ? 1 : 0;
        }
        assertThat(applied).isBetween(2_000, 18_000);
    }

    private static Optional<Json> ours(Json document, Patch patch) throws PatchSyntaxException {
        Patch parsed = Patch.parse(patch.toJson(), PatchLimits.DEFAULT);
        return PatchApplier.apply(document, parsed) instanceof PatchResult.Applied result
                ? Optional.of(result.document())
                : Optional.empty();
    }

    private static Optional<Json> theirs(Json document, Patch patch) throws IOException {
        try {
            JsonPatch theirs = MAPPER.readValue(patch.toJson().toString(), JsonPatch.class);
            return Optional.of(JsonReader.parse(
                    theirs.apply(MAPPER.readTree(document.toString())).toString()));
        } catch (JsonPatchException e) {
            return Optional.empty();
        }
    }

    private static Patch patch(Random random, Json document) {
        List<Operation> operations = new ArrayList<>();
        List<JsonPointer> places = places(document);
        while (operations.size() < 1 + random.nextInt(3)) {
            JsonPointer path = place(random, places);
            JsonPointer from = place(random, places);
            switch (random.nextInt(6)) {
                case 0 -> operations.add(new Operation.Add(path, value(random, 1)));
                case 1 -> operations.add(new Operation.Replace(path, value(random, 1)));
                case 2 -> operations.add(new Operation.Copy(from, path));
                case 3 ->
                    operations.add(new Operation.Test(
                            path,
                            path.resolve(document)
                                    .filter(found -> random.nextBoolean())
                                    .orElse(value(random, 1))));
                case 4 -> {
                    // Removing the root is not defined there.
                    if (!path.isRoot()) {
                        operations.add(new Operation.Remove(path));
                    }
                }
                default -> {
                    if (!from.isPrefixOf(path)) {
                        operations.add(new Operation.Move(from, path));
                    }
                }
            }
        }
        return new Patch(operations);
    }

    private static List<JsonPointer> places(Json document) {
        List<JsonPointer> places = new ArrayList<>(PathPattern.parse("/**").expand(document));
        places.add(JsonPointer.ROOT);
        return places;
    }

    private static JsonPointer place(Random random, List<JsonPointer> places) {
        JsonPointer place = places.get(random.nextInt(places.size()));
        return switch (random.nextInt(4)) {
            case 0 -> place.child(NAMES.get(random.nextInt(NAMES.size())));
            case 1 -> place.child(random.nextBoolean() ? "-" : Integer.toString(random.nextInt(4)));
            default -> place;
        };
    }

    private static Json value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 8)) {
            case 0 -> Json.of(random.nextInt(3));
            case 1 -> Json.of("s" + random.nextInt(3));
            case 2 -> Json.of(random.nextBoolean());
            case 3 -> Json.nul();
            case 4, 5 -> array(random, depth);
            default -> object(random, depth);
        };
    }

    private static Json array(Random random, int depth) {
        List<Json> items = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            items.add(value(random, depth - 1));
        }
        return JsonArray.copyOf(items);
    }

    private static Json object(Random random, int depth) {
        JsonObject.Builder object = JsonObject.builder();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            object.put(NAMES.get(random.nextInt(NAMES.size())), value(random, depth - 1));
        }
        return object.build();
    }
}
