package io.patchboard.standalone.screen;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;

/** A patch: the first operation behind what is there already, each further one on a line of its own. */
final class PatchLines {

    private static final int MOST_OPERATIONS = 6;
    private static final int VALUE_COLUMNS = 100;

    private final Look look;

    PatchLines(Look look) {
        this.look = look;
    }

    /** @param keepFree columns of the first line, for what comes after it */
    List<Line> of(Json patch, Line first, int keepFree) {
        List<Json> operations = patch instanceof JsonArray array ? array.items() : List.of();
        int shown = Math.min(operations.size(), MOST_OPERATIONS);
        int column = first.width();
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < shown; i++) {
            Line line = i == 0 ? first : new Line().to(column);
            lines.add(operation(line, operations.get(i), i == 0 ? keepFree : 0));
        }
        if (operations.size() > shown) {
            lines.add(new Line().to(column).add(Style.DIM, "… and " + (operations.size() - shown) + " more"));
        }
        return lines;
    }

    private Line operation(Line line, Json json, int keepFree) {
        String path = member(json, "path");
        String from = member(json, "from");
        switch (member(json, "op")) {
            case "add" -> line.add(Style.GOOD, "+ ").add(path);
            case "remove" -> line.add(Style.BAD, "- ").add(path);
            case "replace" -> line.add(Style.CHANGED, "~ ").add(path);
            case "move" ->
                line.add(Style.CHANGED, "> ").add(path).add(Style.DIM, " from ").add(from);
            case "copy" ->
                line.add(Style.GOOD, "+ ")
                        .add(path)
                        .add(Style.DIM, " copied from ")
                        .add(from);
            case "test" -> line.add(Style.DIM, "= ").add(path);
            default -> line.add("? ").add(path);
        }
        if (json instanceof JsonObject object && object.has("value")) {
            line.add(" ");
            line.add(Style.DIM, value(object.get("value").orElseThrow(), line, keepFree));
        }
        return line;
    }

    /** As much of a value as the rest of a line has room for. */
    String value(Json value, Line line, int keepFree) {
        return Text.json(value, Math.max(1, Math.min(VALUE_COLUMNS, look.width() - line.width() - keepFree)));
    }

    /** A member that is a text; empty if there is none. */
    static String member(Json json, String name) {
        return json instanceof JsonObject object && object.get(name).orElse(Json.nul()) instanceof JsonString text
                ? text.value()
                : "";
    }
}
