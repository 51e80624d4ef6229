package io.patchboard.kernel.regex;

/** Lengths or distances in a text: at least and at most. */
record Span(int least, int most) {

    /** No bound. */
    static final int ANY = Integer.MAX_VALUE;

    static final Span NOTHING = new Span(0, 0);
    static final Span ONE = new Span(1, 1);
    static final Span ANYWHERE = new Span(0, ANY);

    Span plus(Span other) {
        return new Span(sum(least, other.least), sum(most, other.most));
    }

    Span times(int least, int most) {
        return new Span(product(this.least, least), product(this.most, most));
    }

    Span or(Span other) {
        return new Span(Math.min(least, other.least), Math.max(most, other.most));
    }

    private static int sum(int a, int b) {
        return (int) Math.min((long) a + b, ANY);
    }

    private static int product(int a, int b) {
        return a == 0 || b == 0 ? 0 : (int) Math.min((long) a * b, ANY);
    }
}
