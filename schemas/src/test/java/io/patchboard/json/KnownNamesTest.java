package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnownNamesTest {

    private static JsonObject object(String... names) {
        JsonObject.Builder json = JsonObject.builder();
        for (String name : names) {
            json.put(name, Json.of(name));
        }
        return json.build();
    }

    @Test
    void list_ofTheSameNames_isShared() {
        String[] once = KnownNames.list(new String[] {"shared-b", "shared-a", "not this one"}, 2);

        assertThat(once).containsExactly("shared-b", "shared-a");
        assertThat(KnownNames.list(new String[] {new String("shared-b"), "shared-a"}, 2))
                .isSameAs(once);
        assertThat(KnownNames.sorted(once)).containsExactly(1, 0);
    }

    @Test
    void list_ofNamesWithTheSameHash_isItsOwn() {
        String[] first = KnownNames.list(new String[] {"Aa", "x"}, 2);
        String[] second = KnownNames.list(new String[] {"BB", "x"}, 2);

        assertThat(first).containsExactly("Aa", "x");
        assertThat(second).containsExactly("BB", "x");
        assertThat(KnownNames.sorted(first)).containsExactly(0, 1);
    }

    @Test
    void list_withALongName_isNotKept() {
        String[] names = {"n".repeat(33), "a"};

        assertThat(KnownNames.list(names, 2)).isNotSameAs(KnownNames.list(names, 2));
        assertThat(KnownNames.sorted(names)).containsExactly(1, 0);
    }

    @Test
    void builder_goesOn_andWhatItBuiltStaysAsItWas() {
        JsonObject.Builder json = JsonObject.builder(2).put("a", 1).put("b", 2);
        JsonObject before = json.build();

        assertThat(json.put("b", 3).put("c", 4).build()).hasToString("{\"a\":1,\"b\":3,\"c\":4}");
        assertThat(before).hasToString("{\"a\":1,\"b\":2}");
    }

    @Test
    void objects_withNamesOfAllKinds_areWrittenAsTheirMembersSay() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String[] names = random.ints(1 + random.nextInt(5), 0, 60)
                    .distinct()
                    .mapToObj(n -> "n" + n)
                    .toArray(String[]::new);
            JsonObject object = object(names);

            assertThat(object.names()).containsExactly(names);
            Arrays.sort(names);
            assertThat(CanonicalJson.text(object)).isEqualTo(object(names).toString());
        }
    }
}
