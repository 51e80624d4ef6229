package io.patchboard.gateway.llm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A model that is asked one question first of those with the same beginning. The others wait for its answer, and find
 * the beginning in the provider's cache. Who waited half of his time does not wait any longer.
 */
public final class WarmedModel implements LanguageModel {

    /** Providers keep what was not asked for five minutes; less than that, as a question may wait. */
    static final Duration KEPT = Duration.ofMinutes(4);

    private static final int MOST_KNOWN = 1_000;

    private final LanguageModel model;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Until when it is in the cache; absent while the first question is under way. */
    private final Map<String, Optional<Instant>> prefixes = new Recent();

    public WarmedModel(LanguageModel model, Clock clock) {
        this.model = model;
        this.clock = clock;
    }

    @Override
    public ChatReply chat(ChatPrompt prompt, Instant deadline) throws ChatException, InterruptedException {
        String prefix = prompt.prefixHash();
        boolean first = isFirst(prefix, deadline);
        boolean answered = false;
        try {
            ChatReply reply = model.chat(prompt, deadline);
            answered = true;
            return reply;
        } finally {
            if (first || answered) {
                note(prefix, answered);
            }
        }
    }

    private boolean isFirst(String prefix, Instant deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos =
                    Duration.between(clock.instant(), deadline).dividedBy(2).toNanos();
            while (prefixes.containsKey(prefix)) {
                Optional<Instant> until = prefixes.get(prefix);
                if (until.filter(end -> !clock.instant().isBefore(end)).isPresent()) {
                    break;
                }
                if (until.isPresent() || nanos <= 0) {
                    return false;
                }
                nanos = changed.awaitNanos(nanos);
            }
            prefixes.put(prefix, Optional.empty());
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void note(String prefix, boolean answered) {
        lock.lock();
        try {
            if (answered) {
                prefixes.put(prefix, Optional.of(clock.instant().plus(KEPT)));
            } else {
                prefixes.remove(prefix);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static final class Recent extends LinkedHashMap<String, Optional<Instant>> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<Instant>> eldest) {
            return size() > MOST_KNOWN;
        }
    }
}
