package io.patchboard.standalone.cli;

import io.patchboard.standalone.http.HttpApi;
import io.patchboard.standalone.run.AllInOne;

/** Ends the gateways while HTTP is still there: workers that promised to answer later do so at it. */
record Drained(AllInOne all, HttpApi http) implements AutoCloseable {

    @Override
    public void close() {
        http.stopLending();
        all.closeGateways();
    }
}
