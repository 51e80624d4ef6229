package io.patchboard.workflow.argo;

import io.patchboard.workflow.translation.Findings;

/** How much is made of a document: templates that call others twice double them each time. */
final class CallBounds {

    /** A workflow has 1,000 policies: one for each call, and the default. */
    static final int MOST_CALLS = 999;

    private static final int LONGEST_ID = 100;

    /** Of a list of items, so many characters count as a call. */
    private static final int COUNTED_ITEMS = 1_000;

    private final Findings findings;
    private int made;
    private boolean stopped;

    CallBounds(Findings findings) {
        this.findings = findings;
    }

    /** Whether one more may be made; the first that may not has been told. */
    boolean allow(Order.Call call, String id) {
        made++;
        if (id.length() > LONGEST_ID) {
            stop(
                    call,
                    "Expected steps whose names take at most " + LONGEST_ID
                            + " characters, with those of the steps around them and a dot behind each, but got \"" + id
                            + "\".");
        } else if (made > MOST_CALLS) {
            stop(
                    call,
                    "Expected at most " + MOST_CALLS + " calls in all, each counted as often as it is made, and a"
                            + " list of items as one for each " + COUNTED_ITEMS + " characters; this is one more.");
        }
        return !stopped;
    }

    private void stop(Order.Call call, String why) {
        if (!stopped) {
            findings.unsupported(call.step().at(), why);
            stopped = true;
        }
    }

    /** @param items for which a call is made, as a list */
    void count(String items) {
        made += items.length() / COUNTED_ITEMS;
    }
}
