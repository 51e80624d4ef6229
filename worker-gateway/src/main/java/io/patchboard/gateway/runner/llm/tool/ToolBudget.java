package io.patchboard.gateway.runner.llm.tool;

import io.patchboard.gateway.llm.protocol.ToolOffer;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many tools a model is offered, and how much of its window they take. With more of either, models choose the wrong
 * ones; so there is a bound, and a smaller one from which on it is told.
 */
final class ToolBudget {

    static final int MOST_TOOLS = 40;
    static final int MANY_TOOLS = 15;

    private static final Logger LOG = LoggerFactory.getLogger(ToolBudget.class);
    private static final int MOST_PERCENT = 10;
    private static final int MANY_PERCENT = 5;

    /** Of JSON, a token is three characters or more to all tokenizers in use, so this counts rather too many. */
    private static final int CHARS_OF_A_TOKEN = 3;

    private ToolBudget() {}

    /**
     * Warns of much.
     *
     * @param window tokens that the model has room for
     * @throws IllegalArgumentException of too much
     */
    static void check(String worker, List<ToolOffer> offers, Optional<Integer> window) {
        if (offers.size() > MOST_TOOLS) {
            throw new IllegalArgumentException("Expected at most " + MOST_TOOLS + " tools of worker " + worker
                    + ", but there are " + offers.size() + ". Give other workers a part of them.");
        }
        if (offers.size() > MANY_TOOLS) {
            LOG.warn(
                    "Worker {} has {} tools. From about {} on, models choose the wrong ones more often.",
                    worker,
                    offers.size(),
                    MANY_TOOLS);
        }
        window.ifPresent(tokens -> checkRoom(worker, offers, tokens));
    }

    private static void checkRoom(String worker, List<ToolOffer> offers, int window) {
        long tokens = tokens(offers);
        long percent = tokens * 100 / window;
        if (tokens * 100 > (long) window * MOST_PERCENT) {
            throw new IllegalArgumentException("Expected the tools of worker " + worker + " to take at most "
                    + MOST_PERCENT + " % of the model's window of " + window + " tokens, but their descriptions and"
                    + " schemas have about " + tokens + " (" + percent + " %). Offer fewer, or shorter ones.");
        }
        if (tokens * 100 > (long) window * MANY_PERCENT) {
            LOG.warn(
                    "The tools of worker {} take about {} of the {} tokens of the model's window, {} %.",
                    worker, tokens, window, percent);
        }
    }

    private static long tokens(List<ToolOffer> offers) {
        return offers.stream()
                        .mapToLong(offer -> offer.name().length()
                                + offer.description().length()
                                + offer.input().toString().length())
                        .sum()
                / CHARS_OF_A_TOKEN;
    }
}
