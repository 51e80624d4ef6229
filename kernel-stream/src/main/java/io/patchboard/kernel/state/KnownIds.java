package io.patchboard.kernel.state;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Digest;
import io.patchboard.kernel.state.HistoryEntry.Kind;
import io.patchboard.record.LogEntry;
import io.patchboard.record.ProposalKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * One board's history as an index of bounded size.
 *
 * <p>Of each invocation that ended it has how, and the answer that ended it: as many as the board had invocations. All
 * other requests, those that nobody was invited to make, stand in a ring of the latest {@link #WINDOW}. When one of
 * them is forgotten, its time is kept: a request from before then that is not known may be a repeat, and cannot be told
 * from one.
 *
 * <p>Keys are {@code i:} and an invocation, {@code r:} and a request, {@code s:} and a slot of the ring, and {@code h}
 * for how many requests there were and until when they are forgotten. Ids are in it as hashes of 128 bits ({@link
 * Digest#firstHalf}).
 */
public final class KnownIds implements History {

    /** Requests without an invitation that are remembered of each board. */
    public static final int WINDOW = 100_000;

    private static final int HASH_CHARS = 32;
    static final String HEAD = "h";
    private static final String SET = "1";

    /** Requests between two times that the head is stored, while the slots of the ring tell how many came since. */
    private static final int HEAD_EVERY = 16;

    private final Index index;
    private final int window;

    /** Where the index of one board is kept. */
    public interface Index {

        /** Absent if there is none. */
        Optional<String> get(String key);

        void put(String key, String value);

        void delete(String key);
    }

    public KnownIds(Index index, int window) {
        this.index = index;
        this.window = window;
    }

    private record Head(long requests, Optional<Instant> forgottenUntil) {

        static final Head NONE = new Head(0, Optional.empty());

        static Head parse(String text) {
            String[] parts = text.split(" ", 2);
            return new Head(
                    Long.parseLong(parts[0]),
                    parts.length == 1 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(Long.parseLong(parts[1]))));
        }

        String text() {
            return requests
                    + forgottenUntil.map(until -> " " + until.toEpochMilli()).orElse("");
        }
    }

    /** Takes the next entry of the board's log. */
    public void remember(LogEntry entry) {
        Optional<String> request = Optional.empty();
        Optional<HistoryEntry> end = Optional.empty();
        for (HistoryEntry fact : HistoryEntry.of(entry.event())) {
            switch (fact.kind()) {
                case PROPOSAL, COMMAND -> request = Optional.of(hash(fact));
                case ANSWERED, EXPIRED -> end = Optional.of(fact);
                case SUPERSEDED -> index.put(invocationKey(fact.id()), "s");
            }
        }
        if (end.isPresent()) {
            String how = end.get().kind() == Kind.EXPIRED ? "e" : "a";
            index.put(invocationKey(end.get().id()), how + request.orElse(""));
        } else if (request.isPresent()) {
            remember(request.get(), entry.header().time());
        }
    }

    private void remember(String hash, Instant time) {
        Head head = head();
        String slot = slot(head.requests(), window);
        Optional<Instant> until = head.forgottenUntil();
        if (head.requests() >= window) {
            String oldest = index.get(slot).orElseThrow();
            index.delete("r:" + oldest.substring(0, HASH_CHARS));
            until = Optional.of(Instant.ofEpochMilli(Long.parseLong(oldest.substring(HASH_CHARS))));
        }
        index.put("r:" + hash, SET);
        index.put(slot, hash + time.toEpochMilli());
        index.put(HEAD, new Head(head.requests() + 1, until).text());
    }

    private static String slot(long request, int window) {
        return "s:" + Long.toHexString(request % window);
    }

    /**
     * Whether a head has to be stored. Until the ring is full each request has a slot that was empty before, so that
     * the head can be {@linkplain #latestHead found} from an older one.
     */
    static boolean isHeadStored(String head, int window) {
        long requests = Head.parse(head).requests();
        return requests >= window || requests % HEAD_EVERY == 1;
    }

    /** The head of an index that stores it when {@link #isHeadStored} says so; absent if there were no requests. */
    static Optional<String> latestHead(Index index, int window) {
        Head stored = index.get(HEAD).map(Head::parse).orElse(Head.NONE);
        long requests = stored.requests();
        while (requests < window && index.get(slot(requests, window)).isPresent()) {
            requests++;
        }
        return requests == 0 ? Optional.empty() : Optional.of(new Head(requests, stored.forgottenUntil()).text());
    }

    private Head head() {
        return index.get(HEAD).map(Head::parse).orElse(Head.NONE);
    }

    @Override
    public boolean knowsProposal(ProposalKey proposal) {
        String hash = hash(HistoryEntry.proposal(proposal));
        return proposal.invocationId()
                        .flatMap(id -> index.get(invocationKey(id)))
                        .filter(end -> end.substring(1).equals(hash))
                        .isPresent()
                || index.get("r:" + hash).isPresent();
    }

    @Override
    public boolean knowsCommand(String commandId) {
        return index.get("r:" + hash(new HistoryEntry(Kind.COMMAND, commandId))).isPresent();
    }

    @Override
    public InvocationEnd endOf(String invocationId) {
        return index.get(invocationKey(invocationId))
                .map(end -> switch (end.charAt(0)) {
                    case 'e' -> InvocationEnd.EXPIRED;
                    case 's' -> InvocationEnd.SUPERSEDED;
                    default -> InvocationEnd.ANSWERED;
                })
                .orElse(InvocationEnd.NONE);
    }

    @Override
    public Optional<Instant> forgottenUntil() {
        return head().forgottenUntil();
    }

    private static String invocationKey(String invocationId) {
        return "i:" + hash(new HistoryEntry(Kind.ANSWERED, invocationId));
    }

    private static String hash(HistoryEntry fact) {
        return CanonicalJson.digest(fact.key().getBytes(StandardCharsets.UTF_8)).firstHalf();
    }
}
