package io.patchboard.faults.inject;

import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.world.Fact;
import io.patchboard.faults.world.Reached;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Claims whose quote does not stand, word for word, in the source that they cite. */
final class MadeUpQuotes {

    private MadeUpQuotes() {}

    static Map<String, Fact> of(Fact truth, Reached at, Dice dice) {
        Map<String, Fact> lies = new LinkedHashMap<>();
        String quote = truth.quote();
        List<String> handles = at.world().claims().handles(at.state());
        quote(
                lies,
                truth,
                "invented",
                "It is well known that " + truth.subject() + " " + truth.property() + " " + truth.value() + ".");
        quote(
                lies,
                truth,
                "invented, with a false value",
                quote.replace(truth.value(), "something " + dice.below(999)));
        quote(lies, truth, "paraphrased", truth.value() + " is what the source gives for " + truth.subject() + ".");
        quote(lies, truth, "negated", quote.replaceFirst(" (is|was|has|see|failed|takes|needs|opened) ", " never $1 "));
        quote(lies, truth, "empty", "");
        quote(lies, truth, "blank", " ".repeat(dice.between(1, 14)));
        quote(lies, truth, "one character changed", oneChanged(quote, dice));
        quote(lies, truth, "one character left out", oneLess(quote, dice));
        quote(lies, truth, "two words swapped", swapped(quote, dice));
        quote(lies, truth, "blank doubled", quote.replaceFirst(" ", "  "));
        quote(lies, truth, "no-break space", quote.replaceFirst(" ", "\u00a0"));
        quote(lies, truth, "line break", quote.replaceFirst(" ", "\n"));
        quote(
                lies,
                truth,
                "soft hyphen",
                quote.substring(0, quote.length() / 2) + "\u00ad" + quote.substring(quote.length() / 2));
        quote(
                lies,
                truth,
                "decomposed characters",
                Normalizer.normalize(quote.replaceFirst("e", "é"), Normalizer.Form.NFD));
        quote(lies, truth, "look-alike characters", BadPaths.lookAlike(quote, dice));
        quote(lies, truth, "full-width digits", quote.replaceAll("1", "１"));
        quote(lies, truth, "other case", quote.toUpperCase(Locale.ROOT));
        quote(
                lies,
                truth,
                "other case of one letter",
                quote.substring(0, 1).toLowerCase(Locale.ROOT) + quote.substring(1));
        quote(lies, truth, "ellipsis", quote.replaceFirst(" \\S+ ", " ... "));
        quote(
                lies,
                truth,
                "end made up",
                quote.substring(0, quote.length() / 2) + " and so " + truth.value() + " of " + truth.subject());
        quote(lies, truth, "wrapped in quotation marks", "\"" + quote + "\"");
        quote(lies, truth, "introduced", "The source says: " + quote);
        lies.put("unknown source", truth.withSource(truth.source() + "9"));
        lies.put("source in other case", truth.withSource(truth.source().toUpperCase(Locale.ROOT)));
        lies.put("empty source", truth.withSource(""));
        lies.put("quote of another source", truth.withSource(dice.pick(handles)));
        lies.put("source is a path", truth.withSource(at.world().claims().sources() + "/" + truth.source()));
        return lies;
    }

    private static void quote(Map<String, Fact> lies, Fact truth, String name, String quote) {
        lies.put(name, truth.withQuote(quote));
    }

    private static String oneChanged(String quote, Dice dice) {
        int at = dice.below(quote.length());
        return quote.substring(0, at) + dice.pickOf("x", "-", "7", "e") + quote.substring(at + 1);
    }

    private static String oneLess(String quote, Dice dice) {
        int at = dice.between(1, quote.length() - 2);
        return quote.substring(0, at) + quote.substring(at + 1);
    }

    private static String swapped(String quote, Dice dice) {
        String[] words = quote.split(" ");
        int at = dice.below(words.length - 1);
        String kept = words[at];
        words[at] = words[at + 1];
        words[at + 1] = kept;
        return String.join(" ", words);
    }
}
