package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Large containers against the plain collections of Java, and their digests against a second implementation, written
 * down from {@code docs/log-and-hashes.md} without any tree. For other edits: {@code -Dpatchboard.seed=SEED}.
 */
final class PersistentTreeTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Random random = new Random(Long.getLong("patchboard.seed", 1));

    @Test
    void insert_beforeEqualItems_takesWhatTheseWeigh() {
        Json one = Json.of(1);
        JsonArray equal = JsonArray.copyOf(Collections.nCopies(400_000, one));
        equal.digest();
        long before = THREADS.getCurrentThreadAllocatedBytes();

        JsonArray longer = equal.insert(0, one);

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(equal.size() * 20L);
        assertThat(longer).isEqualTo(JsonArray.copyOf(Collections.nCopies(400_001, one)));
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 33, 60, 400, 1_200})
    void array_afterEachEdit_isAsTheListOfItsItems(int target) {
        List<Json> model = new ArrayList<>();
        JsonArray array = JsonArray.EMPTY;
        for (int step = 0; step < 3 * target; step++) {
            Json item = item();
            int kind = random.nextInt(10);
            if (model.isEmpty() || kind < (model.size() < target ? 7 : 3)) {
                int index = random.nextInt(4) == 0 ? model.size() : random.nextInt(model.size() + 1);
                model.add(index, item);
                array = array.insert(index, item);
            } else if (kind < 8) {
                int index = random.nextInt(model.size());
                model.remove(index);
                array = array.without(index);
            } else {
                int index = random.nextInt(model.size());
                model.set(index, item);
                array = array.with(index, item);
            }
            assertThat(array.size()).isEqualTo(model.size());
            if (step % (1 + target / 30) == 0) {
                check(array, JsonArray.copyOf(model), model);
            }
        }
        while (!model.isEmpty()) {
            int index = random.nextInt(model.size());
            model.remove(index);
            array = array.without(index);
            if (model.size() < 50 || model.size() % 97 == 0) {
                check(array, JsonArray.copyOf(model), model);
            }
        }
    }

    private static void check(JsonArray edited, JsonArray made, List<Json> model) {
        assertThat(edited.items()).isEqualTo(model);
        assertThat(new ArrayList<>(edited.stream().toList())).isEqualTo(model);
        for (int i = 0; i < model.size(); i += 1 + model.size() / 20) {
            assertThat(edited.get(i)).isSameAs(model.get(i));
        }
        checkKnown(edited, made);
    }

    /** However it was made: equal, with the same runs, and what is known about it is true. */
    private static void checkKnown(Json edited, Json made) {
        assertThat(edited).isEqualTo(made).hasSameHashCodeAs(made);
        assertThat(edited.digest()).isEqualTo(made.digest());
        assertThat(edited.digest().hex()).isEqualTo(DigestByDefinition.digest(made));
        assertThat(edited.canonicalBytes()).isEqualTo(CanonicalJson.bytes(made).length);
        assertThat(edited.depth()).isEqualTo(depth(made));
    }

    private static int depth(Json value) {
        if (value instanceof JsonArray array) {
            return 1 + array.stream().mapToInt(PersistentTreeTest::depth).max().orElse(0);
        }
        return value instanceof JsonObject object
                ? 1
                        + object.members().values().stream()
                                .mapToInt(PersistentTreeTest::depth)
                                .max()
                                .orElse(0)
                : 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 33, 60, 400, 1_200})
    void object_afterEachEdit_isAsTheMapOfItsMembers(int target) {
        Map<String, Json> model = new TreeMap<>();
        JsonObject object = JsonObject.EMPTY;
        for (int step = 0; step < 3 * target; step++) {
            String name = random.nextInt(200) == 0 ? "" : "n-" + random.nextInt(target * 2);
            if (random.nextInt(10) < (model.size() < target ? 7 : 4)) {
                Json value = item();
                model.put(name, value);
                object = object.with(name, value);
            } else {
                model.remove(name);
                object = object.without(name);
            }
            assertThat(object.size()).isEqualTo(model.size());
            assertThat(object.get(name)).isEqualTo(java.util.Optional.ofNullable(model.get(name)));
            if (step % (1 + target / 30) == 0) {
                check(object, model);
            }
        }
        for (String name : new ArrayList<>(model.keySet())) {
            model.remove(name);
            object = object.without(name);
            if (model.size() < 50) {
                check(object, model);
            }
        }
    }

    private static void check(JsonObject edited, Map<String, Json> model) {
        assertThat(edited.members()).isEqualTo(model);
        assertThat(new HashMap<>(edited.members())).isEqualTo(model);
        if (edited.runs().isPresent()) {
            assertThat(edited.names()).containsExactlyElementsOf(model.keySet());
        }
        checkKnown(edited, JsonObject.copyOf(model));
    }

    @Test
    void oneChangeOfTenThousand_makesFewNewRuns() {
        List<Json> items = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            items.add(JsonReader.parse("{\"id\":" + i + ",\"text\":\"" + "x".repeat(80) + "\"}"));
        }
        JsonArray array = JsonArray.copyOf(items);
        array.digest();
        for (JsonArray changed : List.of(
                array.with(5_000, Json.of("new")),
                array.insert(0, Json.of("new")),
                array.without(0),
                array.without(7_777),
                array.append(Json.of("new")))) {
            Set<Run> before = runs(array.runs().orElseThrow(), new HashSet<>());
            Set<Run> after = runs(changed.runs().orElseThrow(), new HashSet<>());
            after.removeAll(before);
            assertThat(before.size()).isGreaterThan(400);
            assertThat(after.size()).isBetween(2, 16);
        }
    }

    private static Set<Run> runs(Run run, Set<Run> found) {
        found.add(run);
        run.runs().forEach(part -> runs(part, found));
        return found;
    }

    /** Items that end a run each time, never, or in a short period must neither make long runs nor short ones. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "39", "null null true", "39 true", "39 49", "0 1 2 3 4 5 6 39"})
    void itemsThatRepeat_haveRunsOfSomeChildren_andStayRight(String period) {
        List<Json> items = Stream.of(period.split(" ")).map(JsonReader::parse).toList();
        List<Json> model = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            model.add(items.get(i % items.size()));
        }
        JsonArray array = JsonArray.copyOf(model);
        for (int step = 0; step < 40; step++) {
            int index = random.nextInt(model.size());
            switch (step % 4) {
                case 0 -> {
                    model.add(index, Json.of(step));
                    array = array.insert(index, Json.of(step));
                }
                case 1 -> {
                    model.remove(index);
                    array = array.without(index);
                }
                case 2 -> {
                    model.set(index, items.get(0));
                    array = array.with(index, items.get(0));
                }
                default -> {
                    model.add(items.get(0));
                    array = array.append(items.get(0));
                }
            }
            check(array, JsonArray.copyOf(model), model);
            Set<Run> runs = runs(array.runs().orElseThrow(), new HashSet<>());
            assertThat(runs.size()).isBetween(model.size() / 64, model.size() / 2);
            assertThat(runs).allMatch(run -> run.length() <= 64);
        }
        Set<Run> before = runs(array.runs().orElseThrow(), new HashSet<>());
        Set<Run> after = runs(array.append(items.get(0)).runs().orElseThrow(), new HashSet<>());
        after.removeAll(before);
        assertThat(after.size()).as("an addition at the end").isLessThan(10);
    }

    @Test
    void valuesThatDiffer_haveDigestsThatDiffer() {
        Set<Digest> digests = new HashSet<>();
        Set<Json> values = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            Json value = JsonArray.of(item(), item());
            if (values.add(value)) {
                assertThat(digests.add(value.digest())).isTrue();
            }
        }
    }

    @Test
    void remembered_isRecalledByIdentity_andForgottenInTheEnd() {
        JsonArray part = JsonArray.of(Json.of(1));
        String key = new String("key");
        part.remember(key, 1);
        assertThat(part.recall(key)).isEqualTo(1);
        assertThat(part.recall(new String("key"))).isNull();
        part.remember(this, 2);
        part.remember(key, 3);
        assertThat(part.recall(key)).isEqualTo(3);
        assertThat(part.recall(this)).isEqualTo(2);
        for (int i = 0; i < 100; i++) {
            part.remember(new Object(), i);
        }
        assertThat(part.recall(key)).isNull();
        assertThat(part.with(0, Json.of(2)).recall(key)).isNull();
    }

    /** Around 64 bytes of canonical text, and far beyond, in every place that a number can have. */
    @Test
    void longNumbers_areHashedAsTheDefinitionSays() {
        for (int digits = 1; digits <= 200; digits++) {
            Json number = number(digits);
            JsonArray many =
                    JsonArray.copyOf(Stream.generate(() -> number).limit(50).toList());
            for (Json value : List.of(
                    number,
                    JsonArray.of(Json.of("before"), number, Json.of("after"), number),
                    JsonObject.of("a", number).with("b", JsonArray.of(number)),
                    many)) {
                assertThat(value.digest().hex()).as("%s", value).isEqualTo(DigestByDefinition.digest(value));
            }
        }
        assertThat(JsonReader.parse("{\"a\":" + "1".repeat(65) + "}").digest().hex())
                .startsWith("274a13e5027e9ec67549");
    }

    /** A number of so many digits, some behind a point, some with an exponent. */
    private Json number(int digits) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "").append(1 + random.nextInt(9));
        int point = random.nextInt(2 * digits);
        for (int i = 1; i < digits; i++) {
            text.append(i == point ? "." : "").append(random.nextInt(10));
        }
        return JsonReader.parse(text + (random.nextInt(3) == 0 ? "e" + (random.nextInt(400) - 200) : ""));
    }

    private Json item() {
        return switch (random.nextInt(8)) {
            case 0 -> Json.of(random.nextInt(20));
            case 1 -> Json.of("é\n\"" + "y".repeat(random.nextInt(100)));
            case 2 -> JsonNull.NULL;
            case 3 -> JsonReader.parse("[" + random.nextInt(3) + ",1.50,1e30,\"𝄞\"]");
            case 4 -> number(1 + random.nextInt(150));
            default ->
                JsonObject.builder()
                        .put("z", random.nextInt(1_000))
                        .put("a", "t".repeat(random.nextInt(70)))
                        .put("m", JsonArray.of(Json.of(true), JsonObject.EMPTY))
                        .build();
        };
    }
}
