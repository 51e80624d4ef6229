package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.UnknownEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What ties entries to each other, and a record to its entry. It needs no state, so it goes on where a state is lost.
 */
final class Chain {

    private static final String STATE_HASH = "stateHash";

    private final Differences differences;
    private long sequence;
    private String hash = LogHeader.GENESIS_HASH;
    private Instant time = Instant.MIN;
    private Optional<Difference> beginning = Optional.empty();

    Chain(Differences differences) {
        this.differences = differences;
    }

    /** How the next entry follows on those before. */
    enum Link {
        NEXT,
        AFTER_A_GAP,
        REPEATED
    }

    /** Takes the next entry, unless it is a repeated one. */
    Link accept(Recorded next, boolean verify) {
        LogEntry entry = next.entry();
        Link link = link(entry.sequence());
        if (sequence == 0 && link == Link.AFTER_A_GAP) {
            beginning = Optional.of(new Difference(entry.sequence(), "sequence", "1", Long.toString(entry.sequence())));
        } else if (link != Link.NEXT) {
            differences.add(entry, "sequence", Long.toString(sequence + 1), Long.toString(entry.sequence()));
        }
        if (link == Link.REPEATED) {
            return link;
        }
        if (verify) {
            if (link == Link.NEXT) {
                differences.compare(entry, "previousHash", hash, entry.header().previousHash());
            }
            verify(next);
        }
        sequence = entry.sequence();
        hash = entry.header().hash();
        time = entry.header().time();
        return link;
    }

    /** That the first entry is not the first of its log; absent if it is. */
    Optional<Difference> beginning() {
        return beginning;
    }

    /** Of the last entry. */
    long sequence() {
        return sequence;
    }

    /** Of the last entry. */
    String hash() {
        return hash;
    }

    private Link link(long next) {
        if (next <= sequence) {
            return Link.REPEATED;
        }
        return next == sequence + 1 ? Link.NEXT : Link.AFTER_A_GAP;
    }

    private void verify(Recorded next) {
        LogEntry entry = next.entry();
        differences.compare(
                entry,
                "hash",
                CanonicalJson.sha256(next.json().without("hash")),
                entry.header().hash());
        if (!(entry.event() instanceof UnknownEvent)) {
            differences.compare(entry, "topic", next.properTopic(), next.topic());
        }
        if (entry.header().time().isBefore(time)) {
            differences.add(
                    entry,
                    "time",
                    "no time before " + time,
                    entry.header().time().toString());
        }
        JsonObject known = entry.toJson();
        Set<String> others = new TreeSet<>(known.names());
        others.removeIf(name -> holds(
                next.spelled().get(name).orElse(Json.nul()), known.get(name).orElseThrow()));
        if (!others.isEmpty()) {
            differences.add(entry, "record", "fields as the kernel spells them", String.join(", ", others));
        }
        next.json()
                .get(STATE_HASH)
                .filter(any -> !known.has(STATE_HASH))
                .ifPresent(found -> differences.add(
                        entry, STATE_HASH, "none in an entry that does not hash the state", found.toString()));
    }

    /** Whether the one is the other, or the other and fields that this version does not know. */
    private static boolean holds(Json found, Json known) {
        if (found instanceof JsonObject object && known instanceof JsonObject some) {
            return some.members().entrySet().stream()
                    .allMatch(member -> object.get(member.getKey())
                            .filter(value -> holds(value, member.getValue()))
                            .isPresent());
        }
        if (found instanceof JsonArray array && known instanceof JsonArray same && array.size() == same.size()) {
            for (int i = 0; i < array.size(); i++) {
                if (!holds(array.get(i), same.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return found.equals(known);
    }
}
