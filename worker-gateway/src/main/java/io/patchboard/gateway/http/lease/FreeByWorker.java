package io.patchboard.gateway.http.lease;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a room holds and has not lent, by its worker; the oldest first. Guarded by the room. */
final class FreeByWorker {

    private final Map<String, SortedSet<Held>> free = new HashMap<>();
    private int size;

    int size() {
        return size;
    }

    void add(Held one) {
        free.computeIfAbsent(one.invocation().worker(), worker -> new TreeSet<>(Comparator.comparingLong(Held::number)))
                .add(one);
        size++;
    }

    void remove(Held one) {
        String worker = one.invocation().worker();
        free.get(worker).remove(one);
        if (free.get(worker).isEmpty()) {
            free.remove(worker);
        }
        size--;
    }

    boolean hasOf(String worker) {
        return free.containsKey(worker);
    }

    boolean hasFor(PollRequest request) {
        return free.keySet().stream().anyMatch(request::wants);
    }

    Optional<Held> oldest(PollRequest request) {
        return free.entrySet().stream()
                .filter(of -> request.wants(of.getKey()))
                .map(of -> of.getValue().first())
                .min(Comparator.comparingLong(Held::number));
    }
}
