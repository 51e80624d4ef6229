package io.patchboard.kernel.patch;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import io.patchboard.kernel.Texts;
import io.patchboard.record.Taint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who wrote what: by hand, and against a copy of the document in which every value has its origin written down. */
class OriginsTest {

    static Origin entry(long sequence) {
        return new Origin(
                sequence,
                Optional.of("w" + sequence % 3),
                Optional.of(new Origin.Source(sequence - 1, Optional.of("/from/" + sequence)))
                        .filter(source -> sequence % 2 == 0),
                taint(sequence),
                sequence % 3 == 0);
    }

    private static Set<Taint> taint(long sequence) {
        return sequence % 7 == 0 ? Set.of(Taint.CONFIDENTIAL) : sequence % 5 == 0 ? Set.of(Taint.UNTRUSTED) : Set.of();
    }

    static Set<Taint> unlabelled(JsonPointer place) {
        return Set.of();
    }

    static Revision revision(Json document, Json patch) {
        Patch parsed;
        try {
            parsed = Patch.parse(patch, PatchLimits.DEFAULT);
        } catch (PatchSyntaxException e) {
            throw new AssertionError(e);
        }
        return ((PatchResult.Applied) PatchApplier.apply(document, parsed)).revision();
    }

    private static Origins after(String document, String patch) {
        return Origins.of(entry(1))
                .after(revision(Texts.json(document), Texts.json(patch)), entry(2), OriginsTest::unlabelled);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{op: replace, path: /a/1/n, value: 7}  | /a/1/n | 2 | 2",
                "{op: replace, path: /a/1/n, value: 7}  | /a/1   | 1 | 2",
                "{op: replace, path: /a/1/n, value: 7}  | /a/0   | 1 | 1",
                "{op: replace, path: /a/1/n, value: 7}  | ''     | 1 | 2",
                "{op: add, path: /a/0, value: {n: 7}}   | /a/0/n | 2 | 2",
                "{op: add, path: /a/0, value: {n: 7}}   | /a/1   | 1 | 1",
                "{op: remove, path: /a/0}               | /a/0   | 1 | 1",
                "{op: remove, path: /a/0}               | /a     | 1 | 2",
                "{op: remove, path: /b/c}               | /b     | 1 | 2",
                "{op: move, from: /a/0, path: /b/d}     | /b/d/n | 1 | 1",
                "{op: move, from: /a/0, path: /b/d}     | /b     | 1 | 2",
                "{op: copy, from: /b, path: /a/1}       | /a/1/c | 1 | 1",
                "{op: replace, path: '', value: {a: 1}} | /a     | 2 | 2",
                "{op: test, path: /b/c/n, value: 3}     | /b/c/n | 1 | 1",
            })
    void after_oneOperation(String operation, String place, long own, long latest) {
        Origins origins = after("{a: [{n: 0}, {n: 1}], b: {c: {n: 3}}}", "[" + operation + "]");

        assertThat(origins.of(JsonPointer.parse(place)).sequence()).isEqualTo(own);
        assertThat(origins.latest(JsonPointer.parse(place)).sequence()).isEqualTo(latest);
    }

    @Test
    void copy_bringsItsOwnOrigins_inAllDepth() {
        Json first = Texts.json("{a: {x: {n: 1}, y: 1}, list: [0, 0]}");
        Revision one = revision(first, Texts.json("[{op: replace, path: /a/x/n, value: 2}]"));
        Revision two = revision(one.after(), Texts.json("[{op: copy, from: /a, path: /list/1}]"));

        Origins origins = Origins.of(entry(1))
                .after(one, entry(2), OriginsTest::unlabelled)
                .after(two, entry(3), OriginsTest::unlabelled);

        assertThat(origins.of(JsonPointer.parse("/list/1/x/n"))).isEqualTo(entry(2));
        assertThat(origins.of(JsonPointer.parse("/list/1/y"))).isEqualTo(entry(1));
        assertThat(origins.latest(JsonPointer.parse("/list/1"))).isEqualTo(entry(2));
        assertThat(origins.latest(JsonPointer.parse("/list"))).isEqualTo(entry(3));
        assertThat(origins.of(JsonPointer.parse("/list/2"))).isEqualTo(entry(1));
    }

    @Test
    void bound_givesTheDeepestLevelUp_andNeverTellsAnOlderWriter() {
        Json document = Texts.json("{list: []}");
        Origins origins = Origins.of(entry(1));
        for (int i = 2; i < 60; i++) {
            Revision revision = revision(document, Texts.json("[{op: add, path: /list/-, value: {n: 1}}]"));
            origins = origins.after(revision, entry(i), OriginsTest::unlabelled, 1_000);
            document = revision.after();
            assertThat(origins.bytes()).isLessThanOrEqualTo(1_000);
        }

        assertThat(origins.of(JsonPointer.parse("/list/3")).sequence()).isEqualTo(59);
        assertThat(reread(origins)).isEqualTo(origins);
        Revision one = revision(document, Texts.json("[{op: add, path: /other, value: 1}]"));
        origins = origins.after(one, entry(60), OriginsTest::unlabelled, 1_000);
        assertThat(origins.of(JsonPointer.parse("/list")).sequence()).isEqualTo(59);
        assertThat(origins.of(JsonPointer.parse("/other")).sequence()).isEqualTo(60);
    }

    @Test
    void bound_forgetsNoTaint() {
        Json document = Texts.json("{list: []}");
        Origins origins = Origins.of(entry(1));
        for (int i = 2; i < 60; i++) {
            Revision revision = revision(document, Texts.json("[{op: add, path: /list/-, value: {n: 1}}]"));
            origins = origins.after(revision, entry(i), OriginsTest::unlabelled, 1_000);
            document = revision.after();
        }

        assertThat(origins.taint(JsonPointer.parse("/list/3"))).containsExactlyInAnyOrder(Taint.values());
    }

    @Test
    void whatIsTakenFromALabelledPlace_takesItsLabelAlong() {
        Revision revision = revision(
                Texts.json("{mails: [{text: a}], notes: [], kept: {}}"),
                Texts.json(
                        "[{op: copy, from: /mails/0/text, path: /notes/0}, {op: move, from: /notes, path: /kept/n}]"));

        Origins origins = Origins.of(entry(1))
                .after(
                        revision,
                        entry(2),
                        place -> PathPattern.parse("/mails").covers(place) ? Set.of(Taint.UNTRUSTED) : Set.of());

        assertThat(origins.taint(JsonPointer.parse("/kept"))).containsExactly(Taint.UNTRUSTED);
        assertThat(origins.taint(JsonPointer.parse("/mails"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/list/*/n, UNTRUSTED",
        "/list/*/m, CONFIDENTIAL",
        "/list/0/m, ''",
        "/list/**, ''",
        "/other, ''",
        "/*, ''"
    })
    void taint_ofAPattern_isThatOfItsPlaces(String pattern, String expected) {
        Origins origins = Origins.of(entry(1));
        Revision one = revision(
                Texts.json("{list: [{n: 0, m: 0}, {n: 1, m: 1}], other: 1}"),
                Texts.json("[{op: replace, path: /list/0/n, value: 2}]"));
        Revision two = revision(one.after(), Texts.json("[{op: replace, path: /list/1/m, value: 2}]"));
        origins = origins.after(one, entry(5), OriginsTest::unlabelled).after(two, entry(7), OriginsTest::unlabelled);

        Set<Taint> taint = origins.taint(PathPattern.parse(pattern));

        boolean all = pattern.equals("/list/**") || pattern.equals("/*");
        assertThat(taint).hasSize(all ? 2 : expected.isEmpty() ? 0 : 1);
        assertThat(Taint.words(taint)).allMatch(word -> all || word.equalsIgnoreCase(expected));
    }

    private static Origins reread(Origins origins) {
        return Origins.read((JsonObject) JsonReader.parse(JsonWriter.compact(origins.toJson())));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void origins_ofRandomPatches_areThoseOfAMarkedCopy(long seed) {
        Random random = new Random(seed);
        System.out.println("OriginsTest seed " + seed);
        Json document = document(random, 3);
        Marked marked = Marked.of(document, entry(1));
        Origins origins = Origins.of(entry(1));
        for (int i = 2; i < 120; i++) {
            List<Json> operations = new ArrayList<>();
            Json now = document;
            Marked next = marked;
            for (int j = random.nextInt(4); j >= 0; j--) {
                JsonObject operation = operation(now, random);
                operations.add(operation);
                next = next.after(operation, entry(i));
                now = revision(now, JsonArray.of(operation)).after();
            }
            Revision revision = revision(document, JsonArray.copyOf(operations));
            origins = origins.after(revision, entry(i), OriginsTest::unlabelled);
            document = revision.after();
            marked = next;
            marked.compare(JsonPointer.ROOT, origins);
            marked.compareMarks(JsonPointer.ROOT, MarkedPlacesTest.forked(origins, document));
            assertThat(origins.bytes()).isGreaterThanOrEqualTo(origins.toJson().canonicalBytes() - 100);
        }
        Origins again = reread(origins);
        assertThat(again).isEqualTo(origins);
        assertThat(again.bytes()).isEqualTo(origins.bytes());
        marked.compare(JsonPointer.ROOT, again);
    }

    /** Wide enough for several blocks. */
    static Json document(Random random, int depth) {
        if (depth == 0 || random.nextInt(6) == 0) {
            return Json.of(random.nextInt(9));
        }
        int size = random.nextInt(4) == 0 ? 150 : random.nextInt(5);
        if (random.nextBoolean()) {
            JsonArray array = JsonArray.EMPTY;
            for (int i = 0; i < size; i++) {
                array = array.append(document(random, depth == 3 ? 2 : size > 9 ? 0 : depth - 1));
            }
            return array;
        }
        JsonObject.Builder object = JsonObject.builder();
        for (int i = 0; i < size; i++) {
            object.put("m" + random.nextInt(300), document(random, size > 9 ? 0 : depth - 1));
        }
        return object.build();
    }

    static JsonObject operation(Json document, Random random) {
        JsonPointer from = place(document, random);
        JsonPointer to = place(document, random);
        int kind = random.nextInt(6);
        boolean inside = from.isPrefixOf(to) || to.isPrefixOf(from);
        if (kind == 0 && !from.isRoot()) {
            return op("remove", from).build();
        } else if (kind == 1) {
            return op("replace", from).put("value", document(random, 2)).build();
        } else if (kind == 2 && !inside) {
            return op("copy", target(document, to, random))
                    .put("from", from.toString())
                    .build();
        } else if (kind == 3 && !inside && !from.parent().isPrefixOf(to)) {
            return op("move", target(document, to, random))
                    .put("from", from.toString())
                    .build();
        } else if (kind == 4) {
            return op("test", from)
                    .put("value", from.resolve(document).orElseThrow())
                    .build();
        }
        return op("add", target(document, to, random))
                .put("value", document(random, 2))
                .build();
    }

    private static JsonObject.Builder op(String op, JsonPointer path) {
        return JsonObject.builder().put("op", op).put("path", path.toString());
    }

    /** The place itself, or a new one inside of it. */
    private static JsonPointer target(Json document, JsonPointer place, Random random) {
        Json value = place.resolve(document).orElseThrow();
        if (value instanceof JsonObject) {
            return place.child("m" + random.nextInt(300));
        }
        return value instanceof JsonArray array ? place.child(random.nextInt(array.size() + 1)) : place;
    }

    private static JsonPointer place(Json document, Random random) {
        JsonPointer place = JsonPointer.ROOT;
        Json at = document;
        while (random.nextInt(4) > 0) {
            if (at instanceof JsonArray array && !array.isEmpty()) {
                place = place.child(random.nextInt(array.size()));
            } else if (at instanceof JsonObject object && !object.isEmpty()) {
                place = place.child(List.copyOf(object.names()).get(random.nextInt(object.size())));
            } else {
                return place;
            }
            at = place.resolve(document).orElseThrow();
        }
        return place;
    }
}
