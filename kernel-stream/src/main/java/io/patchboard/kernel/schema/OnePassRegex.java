package io.patchboard.kernel.schema;

import io.patchboard.kernel.schema.keyword.Regex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A regular expression that needs no automaton, such as {@code ^c[0-9]+$} or {@code ^[A-Z]{2}-\d*}.
 *
 * <p>It is anchored at the start, and the rest is a sequence of repeated sets of ASCII characters. Each takes as many
 * characters as it can get and gives none back. That finds every match if what may come after a repetition of no fixed
 * length has no character in common with it, because what it could give back would fit nowhere. Only such expressions
 * are recognised.
 */
final class OnePassRegex implements Regex {

    private static final int ASCII = 128;
    private static final int CHARACTERS_OF_A_STEP = 8;
    private static final int UNBOUNDED = Integer.MAX_VALUE;

    private record Repeated(BitSet set, int least, int most) {

        /** How many characters it takes from an index on. */
        private int length(String text, int from) {
            int most = Math.min(this.most, text.length() - from);
            int length = 0;
            while (length < most && set.get(text.charAt(from + length))) {
                length++;
            }
            return length;
        }
    }

    private final Repeated[] sequence;
    private final boolean toTheEnd;

    private OnePassRegex(List<Repeated> sequence, boolean toTheEnd) {
        this.sequence = sequence.toArray(Repeated[]::new);
        this.toTheEnd = toTheEnd;
    }

    /** Recognises an expression that {@link LinearRegex} accepts. */
    static Optional<OnePassRegex> of(String source) {
        return source.startsWith("^") ? new Reader(source).read() : Optional.empty();
    }

    @Override
    public boolean isFoundIn(String text) {
        int at = 0;
        for (Repeated part : sequence) {
            int length = part.length(text, at);
            if (length < part.least()) {
                return false;
            }
            at += length;
        }
        return !toTheEnd || at == text.length();
    }

    @Override
    public long steps(int length) {
        return sequence.length + (long) length / CHARACTERS_OF_A_STEP;
    }

    /** Whether nothing that may follow a repetition of no fixed length has a character in common with it. */
    private static boolean isOnePass(List<Repeated> sequence) {
        for (int i = 0; i < sequence.size(); i++) {
            Repeated part = sequence.get(i);
            boolean open = part.least() < part.most();
            for (int next = i + 1; open && next < sequence.size(); next++) {
                if (part.set().intersects(sequence.get(next).set())) {
                    return false;
                }
                open = sequence.get(next).least() == 0;
            }
        }
        return true;
    }

    /** Reads the part of the syntax that is known here. */
    private static final class Reader {

        private static final String SYNTAX = "\\^$.|?*+()[]{}";
        private static final String CLASS_SYNTAX = "^[]-";

        private final String source;
        private final List<Repeated> sequence = new ArrayList<>();
        private boolean known = true;
        private int at = 1;

        private Reader(String source) {
            this.source = source;
        }

        private Optional<OnePassRegex> read() {
            boolean toTheEnd = false;
            while (known && at < source.length() && !toTheEnd) {
                toTheEnd = at == source.length() - 1 && source.charAt(at) == '$';
                if (!toTheEnd) {
                    sequence.add(repeated(set()));
                }
            }
            return known && isOnePass(sequence) ? Optional.of(new OnePassRegex(sequence, toTheEnd)) : Optional.empty();
        }

        private BitSet set() {
            BitSet set = new BitSet(ASCII);
            if (!skip('[')) {
                character(set, SYNTAX);
                return set;
            }
            if (skip('-')) {
                add(set, '-', '-');
            }
            do {
                if (source.startsWith("-]", at)) {
                    character(set, "");
                } else if (isAlphanumeric(at) && source.startsWith("-", at + 1) && isAlphanumeric(at + 2)) {
                    add(set, source.charAt(at), source.charAt(at + 2));
                    at += 3;
                } else {
                    character(set, CLASS_SYNTAX);
                }
            } while (known && !skip(']'));
            return set;
        }

        /** A character that stands for itself, or an escape. */
        private void character(BitSet set, String syntax) {
            if (skip('\\')) {
                escape(set);
            } else {
                known = known && at < source.length() && syntax.indexOf(source.charAt(at)) < 0;
                literal(set);
            }
        }

        private void escape(BitSet set) {
            if (skip('d')) {
                add(set, '0', '9');
            } else if (skip('w')) {
                add(set, 'a', 'z');
                add(set, 'A', 'Z');
                add(set, '0', '9');
                add(set, '_', '_');
            } else {
                known = known && !isAlphanumeric(at);
                literal(set);
            }
        }

        private void literal(BitSet set) {
            if (known) {
                add(set, source.charAt(at), source.charAt(at));
                at++;
            }
        }

        private void add(BitSet set, char first, char last) {
            known = known && last < ASCII;
            if (known) {
                set.set(first, last + 1);
            }
        }

        private Repeated repeated(BitSet set) {
            if (skip('*')) {
                return new Repeated(set, 0, UNBOUNDED);
            }
            if (skip('+')) {
                return new Repeated(set, 1, UNBOUNDED);
            }
            if (skip('?')) {
                return new Repeated(set, 0, 1);
            }
            if (!skip('{')) {
                return new Repeated(set, 1, 1);
            }
            int end = source.indexOf('}', at);
            String[] bounds = source.substring(at, end).split(",", -1);
            at = end + 1;
            int least = Integer.parseInt(bounds[0]);
            if (bounds.length == 1) {
                return new Repeated(set, least, least);
            }
            return new Repeated(set, least, bounds[1].isEmpty() ? UNBOUNDED : Integer.parseInt(bounds[1]));
        }

        private boolean skip(char c) {
            boolean skipped = at < source.length() && source.charAt(at) == c;
            at += skipped ? 1 : 0;
            return skipped;
        }

        private boolean isAlphanumeric(int index) {
            return index < source.length() && Character.isLetterOrDigit(source.charAt(index));
        }
    }
}
