package io.patchboard.kernel.regex;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * What an expression of RE2 unrolls to, told from its text alone: how many instructions, and for each of them after how
 * many characters, at least and at most, a match can come to it. In what is no expression it may find anything; in one,
 * never too little.
 *
 * <p>Only a {@code ^} that begins the expression or one of its outermost alternatives counts as an anchor.
 */
final class RegexOutline {

    /** Copies that may or may not be there are built within each other, and the stack has to hold them. */
    private static final int MOST_OPTIONAL = 500;

    /** RE2 refuses more. */
    private static final int MOST_COPIES = 1_000;

    private static final int ASCII = 128;

    /** A group that is open, or the whole expression. */
    private static final class Group {

        private final int firstInstruction;
        private final Span outerLength;
        private Span start;
        private Span length = Span.NOTHING;
        private Span earlier = new Span(Span.ANY, 0);

        private Group(int firstInstruction, Span outerLength, Span start) {
            this.firstInstruction = firstInstruction;
            this.outerLength = outerLength;
            this.start = start;
        }

        private void alternative() {
            earlier = earlier.or(length);
            length = Span.NOTHING;
        }
    }

    private final String source;
    private final Deque<Group> groups = new ArrayDeque<>();
    private int at;
    private int size;
    private int[] least = new int[16];
    private int[] most = new int[16];
    private boolean lines;
    private boolean folds;

    /** What a repetition would repeat: its first instruction, the length of the group before it, and its own length. */
    private int atom;

    private Span beforeAtom = Span.NOTHING;
    private Span atomLength = Span.NOTHING;

    private RegexOutline(String source) {
        this.source = source;
    }

    static RegexWork of(String source) throws UnusableRegexException {
        RegexOutline outline = new RegexOutline(source);
        outline.groups.push(new Group(0, Span.NOTHING, Span.ANYWHERE));
        while (outline.at < source.length()) {
            outline.next();
        }
        return RegexWork.of(outline.least, outline.most, outline.size);
    }

    private void next() throws UnusableRegexException {
        int point = source.codePointAt(at);
        switch (point) {
            case '(' -> open();
            case ')' -> close();
            case '|' -> alternative();
            case '*' -> repeated(0, Span.ANY);
            case '+' -> repeated(1, Span.ANY);
            case '?' -> repeated(0, 1);
            case '{' -> braces();
            case '[' -> characterClass();
            case '\\' -> escape();
            case '^' -> start();
            case '$' -> atom(1, Span.NOTHING);
            default -> atom(Character.charCount(point), Span.ONE);
        }
    }

    private void atom(int units, Span length) throws UnusableRegexException {
        at += units;
        Group group = groups.element();
        atom = size;
        beforeAtom = group.length;
        atomLength = length;
        add(group.start.plus(group.length));
        group.length = group.length.plus(length);
    }

    private void add(Span place) throws UnusableRegexException {
        if (size == MeteredRegex.MAX_SIZE) {
            throw tooLarge();
        }
        if (size == least.length) {
            least = Arrays.copyOf(least, 2 * size);
            most = Arrays.copyOf(most, 2 * size);
        }
        least[size] = place.least();
        most[size] = place.most();
        size++;
    }

    private static UnusableRegexException tooLarge() {
        return new UnusableRegexException(
                "it unrolls to more than " + MeteredRegex.MAX_SIZE + " steps, or to more than " + MOST_OPTIONAL
                        + " optional ones in a row",
                true);
    }

    private void start() throws UnusableRegexException {
        Group group = groups.element();
        boolean repeated = at + 1 < source.length() && "*+?{".indexOf(source.charAt(at + 1)) >= 0;
        boolean first =
                groups.size() == 1 && group.length.equals(Span.NOTHING) && (at == 0 || source.charAt(at - 1) == '|');
        boolean whole = at == 0;
        atom(1, Span.NOTHING);
        if (first && !repeated && !lines) {
            group.start = Span.NOTHING;
            most[atom] = whole ? 0 : Span.ANY;
        }
    }

    private void open() throws UnusableRegexException {
        Group outer = groups.element();
        Span start = outer.start.plus(outer.length);
        int first = size;
        boolean special = source.startsWith("(?", at);
        boolean named = source.startsWith("(?P<", at) || source.startsWith("(?<", at);
        if (!special || named) {
            add(start);
            add(start);
        }
        at++;
        if (special) {
            int end = at;
            while (end < source.length() && ":>)".indexOf(source.charAt(end)) < 0) {
                end++;
            }
            String flags = named ? "" : source.substring(at, end);
            lines |= flags.contains("m");
            folds |= flags.contains("i");
            at = Math.min(source.length(), end + 1);
            if (end < source.length() && source.charAt(end) == ')') {
                return;
            }
        }
        groups.push(new Group(first, outer.length, start));
    }

    /** What is empty is an instruction, too, which does nothing. */
    private void close() throws UnusableRegexException {
        at++;
        if (groups.size() == 1) {
            return;
        }
        Group group = groups.pop();
        if (size == group.firstInstruction) {
            add(group.start);
        }
        group.alternative();
        Group outer = groups.element();
        atom = group.firstInstruction;
        beforeAtom = group.outerLength;
        atomLength = group.earlier;
        outer.length = beforeAtom.plus(atomLength);
    }

    private void alternative() throws UnusableRegexException {
        at++;
        Group group = groups.element();
        group.alternative();
        if (groups.size() == 1) {
            group.start = Span.ANYWHERE;
        }
        add(group.start);
        atom = size;
        beforeAtom = Span.NOTHING;
        atomLength = Span.NOTHING;
    }

    private void braces() throws UnusableRegexException {
        int end = source.indexOf('}', at);
        String[] bounds =
                end < 0 ? new String[0] : source.substring(at + 1, end).split(",", -1);
        if (bounds.length == 0
                || bounds.length > 2
                || !isNumber(bounds[0])
                || !bounds[bounds.length - 1].isEmpty() && !isNumber(bounds[bounds.length - 1])) {
            atom(1, Span.ONE);
            return;
        }
        at = end;
        int low = Integer.parseInt(bounds[0]);
        String high = bounds[bounds.length - 1];
        repeated(low, high.isEmpty() ? Span.ANY : Integer.parseInt(high));
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /**
     * What went before, some times: its instructions are copied, and those of an endless repetition can be anywhere
     * behind.
     */
    private void repeated(int low, int high) throws UnusableRegexException {
        at++;
        if (high != Span.ANY && high - low > MOST_OPTIONAL) {
            throw tooLarge();
        }
        if (low > MOST_COPIES) {
            throw new UnusableRegexException("it repeats something more than " + MOST_COPIES + " times", true);
        }
        Group group = groups.element();
        if (low < high) {
            add(group.start.plus(beforeAtom));
        }
        int end = size;
        int copies = high == Span.ANY ? Math.max(1, low) : high;
        for (int copy = 1; copy < copies && atom < end; copy++) {
            Span shift = atomLength.times(copy, copy);
            for (int i = atom; i < end; i++) {
                add(new Span(least[i], most[i]).plus(shift));
            }
        }
        if (high == Span.ANY && atomLength.most() > 0) {
            Arrays.fill(most, atom, size, Span.ANY);
        }
        atomLength = atomLength.times(low, high);
        group.length = beforeAtom.plus(atomLength);
    }

    private void escape() throws UnusableRegexException {
        char c = at + 1 < source.length() ? source.charAt(at + 1) : ' ';
        if (c == 'Q') {
            int end = source.indexOf("\\E", at + 2);
            int last = end < 0 ? source.length() : end;
            at += 2;
            while (at < last) {
                atom(Character.charCount(source.codePointAt(at)), Span.ONE);
            }
            at = end < 0 ? last : last + 2;
        } else if ("bBAz".indexOf(c) >= 0) {
            atom(2, Span.NOTHING);
        } else {
            atom(escapeLength(), Span.ONE);
        }
    }

    /** How much of the text an escape takes. */
    private int escapeLength() {
        boolean braces =
                source.startsWith("\\p{", at) || source.startsWith("\\P{", at) || source.startsWith("\\x{", at);
        int end = braces ? source.indexOf('}', at) : -1;
        if (end >= 0) {
            return end + 1 - at;
        }
        return at + 1 < source.length() ? 1 + Character.charCount(source.codePointAt(at + 1)) : 1;
    }

    /** A bracket right behind the opening one stands for itself, and {@code [:alpha:]} has one of its own. */
    private void characterClass() throws UnusableRegexException {
        int begin = at;
        at += source.startsWith("[^", at) ? 2 : 1;
        at += source.startsWith("]", at) ? 1 : 0;
        while (at < source.length() && source.charAt(at) != ']') {
            int name = source.startsWith("[:", at) ? source.indexOf(":]", at + 2) : -1;
            if (name >= 0) {
                at = name + 2;
            } else {
                at += source.charAt(at) == '\\' ? escapeLength() : 1;
            }
        }
        int units = Math.min(source.length(), at + 1) - begin;
        if (folds && !isPlain(source.substring(begin, begin + units))) {
            throw new UnusableRegexException(
                    "it has more than ASCII in a class under (?i), which takes too long; spell out both cases", false);
        }
        at = begin;
        atom(units, Span.ONE);
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c < ASCII)
                && !text.contains("\\x")
                && !text.contains("\\p")
                && !text.contains("\\P");
    }
}
