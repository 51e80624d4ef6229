package io.patchboard.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.BoardPaused;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Requested;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is kept in memory answers as the store does, and almost never asks it about what is new. */
class RecentIdsTest {

    private static final class Store implements KnownIds.Index {

        private final Map<String, String> map = new HashMap<>();
        private int reads;
        private int heads;

        @Override
        public Optional<String> get(String key) {
            reads++;
            return Optional.ofNullable(map.get(key));
        }

        @Override
        public void put(String key, String value) {
            heads += key.equals(KnownIds.HEAD) ? 1 : 0;
            map.put(key, value);
        }

        @Override
        public void delete(String key) {
            map.remove(key);
        }
    }

    private static final int WINDOW = 100;

    private final Store store = new Store();
    private final SplittableRandom random = new SplittableRandom(20);

    private String newId() {
        String kind = random.nextBoolean() ? "r:" : "i:";
        return kind + String.format("%016x%016x", random.nextLong(), random.nextLong());
    }

    private static LogEntry request(int number) {
        LogHeader header = new LogHeader("b", number, 1, Instant.EPOCH.plusSeconds(number), "", "");
        return new LogEntry(
                header, new BoardPaused(new Requested("c" + number, Optional.empty(), Optional.empty()), List.of()));
    }

    @Test
    void anyKey_putOrNot_isAnsweredAsTheStoreDoes() {
        RecentIds recent = new RecentIds(store, WINDOW);
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
        RecentIds recent = new RecentIds(store, WINDOW);
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

        RecentIds recent = new RecentIds(store, WINDOW);

        assertThat(recent.get(old)).contains("1");
        assertThat(recent.get(KnownIds.HEAD)).contains("1");
    }

    @Test
    void headIsStoredSeldom_andFoundAgainAfterAnyRequest() {
        KnownIds ids = new KnownIds(new RecentIds(store, WINDOW), WINDOW);
        for (int i = 1; i <= 2 * WINDOW; i++) {
            ids.remember(request(i));

            RecentIds restored = new RecentIds(store, WINDOW);
            assertThat(Long.parseLong(restored.get(KnownIds.HEAD).orElseThrow().split(" ")[0]))
                    .isEqualTo(i);
            if (i == WINDOW - 1) {
                assertThat(store.heads).isLessThan(WINDOW / 10);
            }
        }
        KnownIds restored = new KnownIds(new RecentIds(store, WINDOW), WINDOW);
        assertThat(restored.forgottenUntil()).isEqualTo(ids.forgottenUntil()).isPresent();
    }
}
