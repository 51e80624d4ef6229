package io.patchboard.kernel.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.CommandRejected;
import io.patchboard.record.LogEntry;
import java.time.Duration;
import java.util.List;

/** A board of two workers, from creation to the end. */
final class ShortLivedBoard {

    static final Duration SECOND = Duration.ofSeconds(1);
    static final String START = "rules: [{name: start, on: {event: created}, invoke: w}]";

    static final String TWO =
            "rules: [{name: a, on: {event: created}, invoke: w}, {name: b, on: {event: created}, invoke: v}]";

    static final String CHAIN =
            "rules: [{name: a, on: {event: created}, invoke: w}, {name: b, on: {path: /n, op: [replace]}, invoke: v}]";

    private ShortLivedBoard() {}

    static Scenario board(String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                onIncident: halt
                name: life
                state: {schema: {type: object, properties: {n: {type: integer}}}, initial: {n: 0}}
                workers:
                  w: {read: [/n], write: [{op: [replace, add], path: /**}]}
                  v: {read: [/n], write: [{op: [replace, add], path: /**}]}
                """ + String.join("\n", lines));
    }

    static String set(int n) {
        return "[{op: replace, path: /n, value: " + n + "}]";
    }

    // retries

    static String policy(String retry) {
        return "policies: {default: {timeout: PT10S, outage: {patience: PT0S}, retry: " + retry + "}}";
    }

    static String code(List<LogEntry> entries) {
        CommandRejected entry = Scenario.only(entries, CommandRejected.class);
        assertThat(entry.rejection().message()).startsWith("Expected ").contains(", but ");
        return entry.rejection().code();
    }
}
