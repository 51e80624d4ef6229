package io.patchboard.kernel.replay;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.Texts;
import io.patchboard.kernel.patch.Patch;
import io.patchboard.kernel.patch.PatchApplier;
import io.patchboard.kernel.patch.PatchLimits;
import io.patchboard.kernel.patch.PatchResult;
import io.patchboard.kernel.patch.PatchSyntaxException;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.StateHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The records of a log in the hands of somebody who may write to its topics. */
final class TamperedLog {

    /** One record. What is done to its text comes after what is done to its entry. */
    static final class Line {

        private String topic;
        private JsonObject json;
        private UnaryOperator<String> spelling = text -> text;

        private Line(String topic, JsonObject json) {
            this.topic = topic;
            this.json = json;
        }

        String topic() {
            return topic;
        }

        String text() {
            return spelling.apply(json.toString());
        }

        JsonObject json() {
            return json;
        }

        Json get(String name) {
            return json.get(name).orElseThrow();
        }

        String text(String name) {
            return ((JsonString) get(name)).value();
        }

        Line set(String name, Json value) {
            json = json.with(name, value);
            return this;
        }

        /** A value in YAML. */
        Line set(String name, String yaml) {
            return set(name, Texts.json(yaml));
        }

        /** As an entry of another board, with what it repeats. */
        Line board(String id) {
            for (String repeated : List.of("proposal", "command")) {
                if (json.get(repeated).orElse(null) instanceof JsonObject sent && sent.has("boardId")) {
                    set(repeated, sent.with("boardId", Json.of(id)));
                }
            }
            return set("boardId", Json.of(id));
        }

        Line add(String name, long more) {
            long now = ((JsonNumber) get(name)).value().longValueExact();
            return set(name, Json.of(now + more));
        }

        /** A member of an operation of the patch. */
        Line operation(int index, String name, Json value) {
            JsonArray patch = (JsonArray) get("patch");
            return set("patch", patch.with(index, ((JsonObject) patch.get(index)).with(name, value)));
        }

        Line append(String name, Json item) {
            return set(name, ((JsonArray) get(name)).append(item));
        }

        Line without(String name) {
            json = json.without(name);
            return this;
        }

        Line topic(String other) {
            topic = other;
            return this;
        }

        Line spell(UnaryOperator<String> how) {
            spelling = how;
            return this;
        }

        /** Makes its own hash anew, and no other. */
        Line rehash() {
            return set("hash", Json.of(CanonicalJson.sha256(json.without("hash"))));
        }
    }

    private static final Set<String> CHANGES = Set.of("PatchCommitted", "BoardEdited", "BoardRestored");

    final List<Line> lines = new ArrayList<>();

    TamperedLog(List<LogEntry> log) {
        of(log);
    }

    /** Begins anew with another log. */
    void of(List<LogEntry> log) {
        lines.clear();
        log.stream().map(Recorded::of).forEach(next -> lines.add(new Line(next.topic(), next.json())));
    }

    /** The board's log once more, as that of another board: its own hashes are right. */
    TamperedLog twice(String boardId) {
        List<Line> copies =
                lines.stream().map(line -> new Line(line.topic, line.json)).toList();
        copies.forEach(line -> line.board(boardId));
        lines.addAll(copies);
        return rechain();
    }

    /** The nth entry of a type, counted from 0. */
    Line line(String type, int nth) {
        return lines.stream()
                .filter(line -> line.text("type").equals(type))
                .skip(nth)
                .findFirst()
                .orElseThrow();
    }

    Line last() {
        return lines.get(lines.size() - 1);
    }

    List<Line> after(Line line) {
        return lines.subList(lines.indexOf(line) + 1, lines.size());
    }

    TamperedLog remove(Line line) {
        lines.remove(line);
        return this;
    }

    /** An entry of ours after another one. */
    TamperedLog insert(Line before, Line fresh) {
        lines.add(lines.indexOf(before) + 1, fresh);
        return this;
    }

    /** As another record of the same entry. */
    static Line copy(Line line) {
        return new Line(line.topic, line.json);
    }

    void exchange(Line one, Line other, String field) {
        Json first = one.get(field);
        one.set(field, other.get(field));
        other.set(field, first);
    }

    /** Counts the entries of each board anew, in the order in which they are here. */
    TamperedLog renumber() {
        Map<Json, Long> counts = new HashMap<>();
        lines.forEach(line -> line.set("sequence", Json.of(counts.merge(line.get("boardId"), 1L, Long::sum))));
        return this;
    }

    /** Makes every hash of the chain anew, as somebody would who knows how. */
    TamperedLog rechain() {
        Map<Json, String> last = new HashMap<>();
        for (Line line : lines) {
            String previous = last.getOrDefault(line.get("boardId"), LogHeader.GENESIS_HASH);
            line.set("previousHash", Json.of(previous)).rehash();
            last.put(line.get("boardId"), line.text("hash"));
        }
        return this;
    }

    /** Makes every version and every hash of a state anew, of one board. */
    TamperedLog refold() {
        Json state = Json.nul();
        long version = 0;
        for (Line line : lines) {
            Json before = state;
            if (line.text("type").equals("BoardCreated")) {
                state = line.get("state");
                version = 1;
            } else if (CHANGES.contains(line.text("type"))) {
                state = patched(state, (JsonArray) line.get("patch"));
                version += state.equals(before) ? 0 : 1;
            }
            line.set("version", Json.of(version));
            if (line.json.has("stateHash")) {
                line.set("stateHash", Json.of(StateHash.of(state).hex()));
            }
        }
        return this;
    }

    private static Json patched(Json state, JsonArray patch) {
        try {
            PatchResult result = PatchApplier.apply(state, Patch.parse(patch, PatchLimits.DEFAULT));
            return ((PatchResult.Applied) result).revision().after();
        } catch (PatchSyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
