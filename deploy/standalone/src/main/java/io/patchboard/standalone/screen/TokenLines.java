package io.patchboard.standalone.screen;

import io.patchboard.client.board.Consumption;
import io.patchboard.client.board.Consumption.Amount;
import io.patchboard.client.board.Consumption.Spender;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Whose calls took how many tokens (figure 8 of the paper). */
final class TokenLines {

    private TokenLines() {}

    /** The most first; empty if no tokens were reported. */
    static List<String> of(Consumption consumption) {
        double all = consumption.amounts().values().stream()
                .mapToDouble(TokenLines::tokens)
                .sum();
        int widest = consumption.amounts().keySet().stream()
                .mapToInt(spender -> Text.width(name(spender)))
                .max()
                .orElse(0);
        return all == 0
                ? List.of()
                : consumption.amounts().entrySet().stream()
                        .sorted(Comparator.comparingDouble(
                                (Map.Entry<Spender, Amount> line) -> -tokens(line.getValue())))
                        .map(line -> line(line.getKey(), line.getValue(), all, widest))
                        .toList();
    }

    private static String line(Spender spender, Amount amount, double all, int widest) {
        return "  " + Text.pad(name(spender), widest)
                + String.format(
                        Locale.ROOT,
                        "  %,9.0f tokens  %4.1f %%  %,d in, %,d out, %d %s",
                        tokens(amount),
                        100 * tokens(amount) / all,
                        amount.inputTokens(),
                        amount.outputTokens(),
                        amount.answers(),
                        amount.answers() == 1 ? "answer" : "answers")
                + spender.model()
                        .map(model -> " (" + Text.printable(model) + ")")
                        .orElse("");
    }

    private static String name(Spender spender) {
        return Text.printable(
                spender.worker().orElse(spender.component() == Consumption.Component.ARCHITECT ? "architect" : "?"));
    }

    private static double tokens(Amount amount) {
        return (double) amount.inputTokens() + amount.outputTokens();
    }
}
