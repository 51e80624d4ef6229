package io.patchboard.standalone.chaos;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionEvaluationListener;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.EvaluatedCondition;
import org.awaitility.core.IgnoredException;

/** Waiting as patient as a bad night asks for. When it takes long, it says what is waited for, and what is missing. */
final class Waits {

    static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final long MILLIS_BETWEEN_WORDS = 30_000;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(300);

    private Waits() {}

    /** A look that throws something is one that found nothing. */
    static ConditionFactory waitFor(String what) {
        return await(what)
                .atMost(PATIENCE)
                .pollInterval(BETWEEN_LOOKS)
                .ignoreExceptions()
                .conditionEvaluationListener(new Words(what));
    }

    private static final class Words implements ConditionEvaluationListener<Object> {

        private final String what;
        private long nextMillis = MILLIS_BETWEEN_WORDS;

        Words(String what) {
            this.what = what;
        }

        @Override
        public void conditionEvaluated(EvaluatedCondition<Object> condition) {
            if (!condition.isSatisfied()) {
                say(condition.getElapsedTimeInMS(), condition.getDescription());
            }
        }

        @Override
        public void exceptionIgnored(IgnoredException ignored) {
            say(ignored.getElapsedTimeInMS(), ignored.getThrowable().toString());
        }

        private void say(long elapsedMillis, String missing) {
            if (elapsedMillis >= nextMillis) {
                nextMillis = elapsedMillis + MILLIS_BETWEEN_WORDS;
                System.out.printf(
                        "Waiting for %s, for %d s by now: %s%n",
                        what,
                        elapsedMillis / 1_000,
                        missing.lines().map(String::strip).collect(Collectors.joining(" ")));
            }
        }
    }
}
