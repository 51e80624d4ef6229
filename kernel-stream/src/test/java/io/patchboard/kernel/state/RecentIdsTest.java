package io.patchboard.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is kept in memory answers as the store does, and almost never asks it about what is new. */
class RecentIdsTest {

    private static final class Store implements KnownIds.Index {

        private final Map<String, String> map = new HashMap<>();
        private int reads;

        @Override
        public Optional<String> get(String key) {
            reads++;
            return Optional.ofNullable(map.get(key));
        }

        @Override
        public void put(String key, String value) {
            map.put(key, value);
        }

        @Override
        public void delete(String key) {
            map.remove(key);
        }
    }

    private final Store store = new Store();
    private final SplittableRandom random = new SplittableRandom(20);

    private String newId() {
        String kind = random.nextBoolean() ? "r:" : "i:";
        return kind + String.format("%016x%016x", random.nextLong(), random.nextLong());
    }

    @Test
    void anyKey_putOrNot_isAnsweredAsTheStoreDoes() {
        RecentIds recent = new RecentIds(store);
        for (int i = 0; i < 10_000; i++) {
            String id = newId();
            assertThat(recent.get(id)).isEmpty();
            recent.put(id, "1");
            assertThat(recent.get(id)).contains("1");
            recent.put(KnownIds.HEAD, Integer.toString(i));
            assertThat(recent.get(KnownIds.HEAD)).contains(Integer.toString(i));
            recent.put("s:" + i, id);
            assertThat(recent.get("s:" + i)).contains(id);
        }
        assertThat(store.map.keySet())
                .allSatisfy(id -> assertThat(recent.get(id)).contains(store.map.get(id)));

        String deleted = store.map.keySet().stream()
                .filter(key -> key.startsWith("r:"))
                .findFirst()
                .orElseThrow();
        recent.delete(deleted);
        assertThat(recent.get(deleted)).isEmpty();
    }

    @Test
    void newIdsOfANewBoard_askTheStoreSeldom() {
        RecentIds recent = new RecentIds(store);
        int before = store.reads;
        for (int i = 0; i < 3_000; i++) {
            String id = newId();
            recent.get(id);
            recent.get(KnownIds.HEAD);
            recent.put(id, "1");
        }
        assertThat(store.reads - before).isLessThan(100);
    }

    @Test
    void boardThatWasThereBefore_isAskedOfTheStore() {
        String old = newId();
        store.put(old, "1");
        store.put(KnownIds.HEAD, "1");

        RecentIds recent = new RecentIds(store);

        assertThat(recent.get(old)).contains("1");
        assertThat(recent.get(KnownIds.HEAD)).contains("1");
    }
}
