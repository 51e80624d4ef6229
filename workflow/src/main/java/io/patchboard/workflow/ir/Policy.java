package io.patchboard.workflow.ir;

import io.patchboard.json.JsonPointer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a node is retried, caught, bounded and taken back (ALAS, appendix A.2).
 *
 * @param at where it stands in the document
 * @param retries in the order in which they are asked
 * @param backoff of each retry that has none of its own
 * @param catches in the order in which they are asked
 * @param keyTemplate of the idempotency key
 */
public record Policy(
        JsonPointer at,
        List<Retry> retries,
        Optional<Backoff> backoff,
        List<Catch> catches,
        Optional<Timeout> timeout,
        Optional<String> keyTemplate,
        Optional<Compensation> compensation,
        Optional<LoopGuards> loopGuards) {

    public Policy {
        retries = List.copyOf(retries);
        catches = List.copyOf(catches);
    }

    /** The nodes that errors and compensations lead to. */
    public List<String> handlers() {
        return Stream.concat(
                        catches.stream().map(Catch::handlerNode),
                        compensation.stream().map(Compensation::handlerNode))
                .toList();
    }

    /**
     * When a failed attempt is followed by another.
     *
     * @param maxAttempts the first one included
     * @param retryOn classes of errors; empty for all
     */
    public record Retry(
            JsonPointer at,
            Optional<Long> maxAttempts,
            List<String> retryOn,
            boolean jitter,
            Optional<Backoff> backoff) {

        public Retry {
            retryOn = List.copyOf(retryOn);
        }
    }

    /**
     * How long the delays before attempts are, in seconds.
     *
     * @param factor 1 for a fixed one
     */
    public record Backoff(BigDecimal base, BigDecimal factor, Optional<BigDecimal> cap) {}

    /** Where it goes on after an error of some classes. */
    public record Catch(JsonPointer at, List<String> onError, String handlerNode) {

        public Catch {
            onError = List.copyOf(onError);
        }
    }

    /** One of the two. */
    public record Timeout(Optional<BigDecimal> seconds, Optional<String> deadline) {}

    /** Who takes back what was done, and whether he may be asked twice. */
    public record Compensation(JsonPointer at, String handlerNode, boolean safeReinvoke) {}

    /**
     * What ends a loop.
     *
     * @param timeBudget ISO 8601
     * @param predicate CEL
     */
    public record LoopGuards(
            JsonPointer at, Optional<Long> maxIters, Optional<String> timeBudget, Optional<String> predicate) {

        /** Whether it ends whatever the predicate says. */
        public boolean isFinite() {
            return maxIters.isPresent() || timeBudget.isPresent();
        }
    }
}
