package io.patchboard.standalone.screen;

import java.util.ArrayList;
import java.util.List;

/** One line of output, made of pieces. Its pieces are printable text; it is cut where the terminal ends. */
public final class Line {

    private record Piece(Style style, String text) {}

    private final List<Piece> pieces = new ArrayList<>();
    private int width;

    public Line add(Style style, String text) {
        String printable = Text.printable(text);
        pieces.add(new Piece(style, printable));
        width += Text.width(printable);
        return this;
    }

    public Line add(String text) {
        return add(Style.PLAIN, text);
    }

    /** Blanks up to the column. */
    public Line to(int column) {
        return add(" ".repeat(Math.max(0, column - width)));
    }

    public int width() {
        return width;
    }

    public String show(Look look) {
        StringBuilder shown = new StringBuilder();
        int room = look.width();
        for (Piece piece : pieces) {
            String text = Text.cut(piece.text(), room);
            shown.append(piece.style().of(text, look));
            room -= Text.width(text);
        }
        return look.colours() ? shown.toString() : shown.toString().stripTrailing();
    }
}
