package io.patchboard.experiments.household;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a sentence asks for.
 *
 * @param object kind of the thing that is to be moved or looked at
 * @param treatment what is to be done to it first
 * @param place kind of the receptacle, or of the lamp
 * @param count how many things
 */
public record Goal(String object, Treatment treatment, String place, int count) {

    private static final Pattern LOOK =
            Pattern.compile("(?:look at|examine) (?:(?:the|an?|some) )?(\\w+) (?:under|with) (?:the )?(\\w+)");
    private static final Pattern PUT = Pattern.compile(
            "put (two|an?|some|the)?(?: (clean|hot|cool))? ?(\\w+) (?:in|on)(?:/on)? (?:(?:the|an?) )?(\\w+)");
    private static final Pattern TREAT =
            Pattern.compile("(clean|heat|cool) (?:an?|some|the) (\\w+) and put it (?:in|on)(?:/on)? (?:the )?(\\w+)");
    private static final Pattern TWO =
            Pattern.compile("find two (\\w+) and put them (?:in|on)(?:/on)? (?:the )?(\\w+)");

    /** Empty if the sentence is not one of the forms that the games use. */
    public static Optional<Goal> of(String task) {
        String sentence = task.strip().replaceAll("\\.$", "");
        Matcher look = LOOK.matcher(sentence);
        if (look.matches()) {
            return Optional.of(new Goal(look.group(1), Treatment.LIGHT, look.group(2), 1));
        }
        Matcher two = TWO.matcher(sentence);
        if (two.matches()) {
            return Optional.of(new Goal(two.group(1), Treatment.NONE, two.group(2), 2));
        }
        Matcher treat = TREAT.matcher(sentence);
        if (treat.matches()) {
            return Optional.of(new Goal(treat.group(2), Treatment.of(treat.group(1)), treat.group(3), 1));
        }
        Matcher put = PUT.matcher(sentence);
        return put.matches()
                ? Optional.of(new Goal(
                        put.group(3),
                        Optional.ofNullable(put.group(2)).map(Treatment::of).orElse(Treatment.NONE),
                        put.group(4),
                        "two".equals(put.group(1)) ? 2 : 1))
                : Optional.empty();
    }
}
