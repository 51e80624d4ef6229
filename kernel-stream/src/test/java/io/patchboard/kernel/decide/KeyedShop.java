package io.patchboard.kernel.decide;

import io.patchboard.kernel.Scenario;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import java.util.List;
import java.util.Optional;

/** A shop that charges each order once: its rules by idempotency keys. */
final class KeyedShop {

    static final String PAID = "[{op: add, path: /orders/%d/receipt, value: %s}]";

    private KeyedShop() {}

    static Scenario shop(String charge, String... lines) {
        return new Scenario("""
                apiVersion: patchboard/v1
                name: shop
                state:
                  initial: {orders: [], mails: []}
                  schema:
                    properties:
                      orders: {type: array, items: {type: object, properties: {id: {}, receipt: {maxLength: 9}}}}
                      mails: {type: array}
                policies:
                  once: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 2}, onExhausted: {catch: senior}}
                  senior: {timeout: PT10S, outage: {patience: PT0S}, retry: {maxAttempts: 1}, onExhausted: stop}
                workers:
                  shop: {unsolicited: true, privileged: true, write: [{op: [add, remove, replace], path: "/orders/**"}]}
                  charge: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/receipt"}], policy: once, %s}
                  senior: {read: ["/orders/*"], write: [{op: [add], path: "/orders/*/receipt"}], policy: senior}
                  mail: {read: ["/orders/*"], write: [{op: [add], path: "/mails/-"}], maxConcurrent: 100}
                rules:
                  - {name: charge, on: {op: [add], path: "/orders/*"}, invoke: charge}
                  - {name: mail, on: {op: [add], path: "/orders/*/receipt"}, invoke: mail}
                """.formatted(charge) + String.join("\n", lines)).created();
    }

    static Scenario shop() {
        return shop("idempotencyKey: item.id");
    }

    static List<LogEntry> order(Scenario shop, String id) {
        return shop.propose("shop", "[{op: add, path: /orders/-, value: {id: " + id + "}}]");
    }

    static String action(WorkerInvoked invoked) {
        return invoked.trigger().actionId().orElseThrow();
    }

    static CommandHeader header(String id) {
        return new CommandHeader(id, Scenario.BOARD, Optional.of("boss"), Optional.of("because"), Optional.empty());
    }
}
