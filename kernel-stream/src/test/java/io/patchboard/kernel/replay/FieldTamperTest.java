package io.patchboard.kernel.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.encoding.RecordDecoder;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.replay.Tampering.Verdict;
import io.patchboard.record.LogEntry;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each field of each entry of the newest golden log, changed or left out alone, with the hashes of the chain made anew:
 * which of them nobody finds, the document says field by field.
 */
@Tag("long")
class FieldTamperTest {

    private static final Path FORMATS = Path.of("src", "test", "resources", "format");
    private static final Path DOCUMENT = Path.of("..", "docs", "log-and-hashes.md");

    /** The chain's own, which are made anew, and whose chain it is. */
    private static final Set<String> CHAIN = Set.of("hash", "previousHash", "boardId");

    /** What users wrote is one field, whatever is in it. */
    private static final Set<String> CONTENTS = Set.of(
            "blueprint",
            "state",
            "input",
            "view",
            "patch",
            "sentPatch",
            "result",
            "proposal",
            "command",
            "labels",
            "card",
            "origin");

    @TempDir
    Path dir;

    /** Which fields of a type are found by whom at most, of all places where they stand. */
    private record Blind(Set<String> toReplay, Set<String> toAll) {}

    @Test
    void document_namesEachFieldThatNobodyFinds() throws Exception {
        String table = blind().entrySet().stream()
                .map(type -> "| `" + type.getKey() + "` | "
                        + fields(type.getValue().toReplay(), type.getValue().toAll()) + " | "
                        + fields(type.getValue().toAll(), Set.of()) + " |")
                .collect(Collectors.joining("\n"));
        assertThat(Files.readString(DOCUMENT)).contains("|---|---|---|\n" + table + "\n");
    }

    /** Of the first entry of each type: what it has always, {@code replay} tells. */
    @Test
    void program_findsEachMemberThatIsLeftOut() throws Exception {
        Map<String, TamperedLog> logs = new LinkedHashMap<>();
        Map<String, List<LogEntry>> boards = golden().stream()
                .collect(Collectors.groupingBy(LogEntry::boardId, LinkedHashMap::new, Collectors.toList()));
        Set<String> types = new TreeSet<>();
        for (List<LogEntry> board : boards.values()) {
            logs.put(board.get(0).boardId(), new TamperedLog(board));
            for (int i = 0; i < board.size(); i++) {
                JsonObject entry = board.get(i).toJson();
                for (String name : types.add(board.get(i).type()) ? entry.names() : List.<String>of()) {
                    if (!CHAIN.contains(name) && verdict(board, i, entry.without(name), false) == Verdict.DIFFERS) {
                        logs.put(board.get(i).type() + " without " + name, tampered(board, i, entry.without(name)));
                    }
                }
            }
        }
        Path folder = Files.createDirectory(dir.resolve("logs"));
        int number = 0;
        for (TamperedLog log : logs.values()) {
            Files.writeString(
                    folder.resolve("%04d".formatted(number++)),
                    log.lines.stream().map(TamperedLog.Line::text).collect(Collectors.joining("\n", "", "\n")));
        }

        List<String> said = TamperTest.run(folder, dir.resolve("said"));

        Map<String, String> expected = new LinkedHashMap<>();
        Map<String, String> found = new LinkedHashMap<>();
        logs.keySet().forEach(what -> {
            expected.put(what, boards.containsKey(what) ? "SILENT" : "DIFFERS");
            found.put(what, said.get(found.size()).split(" ")[1]);
        });
        assertThat(found).isEqualTo(expected);
    }

    private static String fields(Set<String> all, Set<String> but) {
        String named = all.stream()
                .filter(field -> !but.contains(field))
                .map(field -> "`" + field + "`")
                .collect(Collectors.joining(", "));
        return named.isEmpty() ? "–" : named;
    }

    private static Map<String, Blind> blind() throws Exception {
        Map<String, Blind> blind = new TreeMap<>();
        List<LogEntry> log = golden();
        Map<String, Set<Json>> seen = new TreeMap<>();
        log.forEach(entry -> leaves("", entry.toJson())
                .forEach((path, value) -> seen.computeIfAbsent(
                                entry.type() + path.replaceAll("/\\d+", "/*"),
                                key -> new TreeSet<>(Comparator.comparing(Json::toString)))
                        .add(value)));
        Map<String, List<LogEntry>> boards =
                log.stream().collect(Collectors.groupingBy(LogEntry::boardId, LinkedHashMap::new, Collectors.toList()));
        for (List<LogEntry> board : boards.values()) {
            for (int i = 0; i < board.size(); i++) {
                JsonObject entry = board.get(i).toJson();
                Blind found =
                        blind.computeIfAbsent(board.get(i).type(), type -> new Blind(new TreeSet<>(), new TreeSet<>()));
                Map<String, List<JsonObject>> all = new LinkedHashMap<>(wholes(entry));
                for (Map.Entry<String, Json> leaf : leaves("", entry).entrySet()) {
                    Set<Json> others =
                            seen.get(board.get(i).type() + leaf.getKey().replaceAll("/\\d+", "/*"));
                    all.put(leaf.getKey(), tampered(entry, leaf.getKey(), leaf.getValue(), others));
                }
                for (Map.Entry<String, List<JsonObject>> one : all.entrySet()) {
                    String field = one.getKey().substring(1).replaceAll("/\\d+", "/*");
                    for (JsonObject tampered : one.getValue()) {
                        if (!found.toAll().contains(field) && verdict(board, i, tampered, false) == Verdict.SILENT) {
                            found.toReplay().add(field);
                            if (verdict(board, i, tampered, true) == Verdict.SILENT) {
                                found.toAll().add(field);
                            }
                        }
                    }
                }
            }
        }
        return blind;
    }

    private static Verdict verdict(List<LogEntry> board, int at, JsonObject tampered, boolean decide) {
        return TamperTest.replay(tampered(board, at, tampered), decide);
    }

    private static TamperedLog tampered(List<LogEntry> board, int at, JsonObject tampered) {
        TamperedLog log = new TamperedLog(board);
        TamperedLog.Line line = log.lines.get(at);
        line.json().names().forEach(line::without);
        tampered.names().forEach(name -> line.set(name, tampered.get(name).orElseThrow()));
        return log.rechain();
    }

    /** Each field that has fields, left out with all of them. */
    private static Map<String, List<JsonObject>> wholes(JsonObject entry) {
        Map<String, List<JsonObject>> wholes = new LinkedHashMap<>();
        entry.members().forEach((name, value) -> {
            if (value instanceof JsonObject object && object.size() > 0 && !CONTENTS.contains(name)) {
                wholes.put("/" + name, List.of(entry.without(name)));
            }
        });
        return wholes;
    }

    /** Other values of the kind that stands there, one that stands in the same field elsewhere, and none. */
    private static List<JsonObject> tampered(JsonObject entry, String path, Json value, Set<Json> others) {
        List<Json> values = new ArrayList<>(List.of(other(value)));
        others.stream().filter(next -> !next.equals(value)).findFirst().ifPresent(values::add);
        List<String> names = List.of(path.substring(1).split("/"));
        return Stream.concat(values.stream().map(Optional::of), Stream.of(Optional.<Json>empty()))
                .map(next -> (JsonObject) with(entry, names, next))
                .filter(next -> !next.equals(entry))
                .toList();
    }

    private static Json other(Json value) {
        return switch (value) {
            case JsonNumber number -> Json.of(number.value().add(BigDecimal.ONE).longValue());
            case JsonBoolean flag -> Json.of(!flag.value());
            case JsonString text -> Json.of(otherText(text.value()));
            case JsonObject object -> object.with("tampered", Json.of(1));
            case JsonArray array -> array.append(Json.of("tampered"));
            default -> Json.of("tampered");
        };
    }

    private static String otherText(String text) {
        if (text.matches("[0-9a-f]{64}")) {
            return (text.charAt(0) == '0' ? "1" : "0") + text.substring(1);
        }
        try {
            return Instant.parse(text).plusMillis(1).toString();
        } catch (DateTimeParseException e) {
            return text + "x";
        }
    }

    private static Json with(Json part, List<String> names, Optional<Json> value) {
        String name = names.get(0);
        List<String> rest = names.subList(1, names.size());
        if (part instanceof JsonArray array) {
            int at = Integer.parseInt(name);
            if (!rest.isEmpty() || value.isPresent()) {
                return array.with(at, rest.isEmpty() ? value.get() : with(array.get(at), rest, value));
            }
            return JsonArray.of(IntStream.range(0, array.size())
                    .filter(i -> i != at)
                    .mapToObj(array::get)
                    .toArray(Json[]::new));
        }
        JsonObject object = (JsonObject) part;
        if (rest.isEmpty()) {
            return value.map(next -> object.with(name, next)).orElseGet(() -> object.without(name));
        }
        return object.with(name, with(object.get(name).orElseThrow(), rest, value));
    }

    private static Map<String, Json> leaves(String path, Json value) {
        Map<String, Json> leaves = new LinkedHashMap<>();
        if (value instanceof JsonObject object && object.size() > 0) {
            for (String name : object.names()) {
                if (path.isEmpty() && CHAIN.contains(name)) {
                    continue;
                }
                Json child = object.get(name).orElseThrow();
                leaves.putAll(
                        CONTENTS.contains(name) ? Map.of(path + "/" + name, child) : leaves(path + "/" + name, child));
            }
        } else if (value instanceof JsonArray array && array.size() > 0) {
            for (int i = 0; i < array.size(); i++) {
                leaves.putAll(leaves(path + "/" + i, array.get(i)));
            }
        } else {
            leaves.put(path, value);
        }
        return leaves;
    }

    private static List<LogEntry> golden() throws Exception {
        List<Path> versions;
        try (var folders = Files.list(FORMATS)) {
            versions = folders.toList();
        }
        Path newest = versions.stream()
                .max(Comparator.comparingInt(folder ->
                        Integer.parseInt(folder.getFileName().toString().substring(1))))
                .orElseThrow();
        RecordDecoder decoder = new RecordDecoder(JsonLimits.DEFAULT);
        List<LogEntry> log = new ArrayList<>();
        for (String line : Files.readAllLines(newest.resolve("log.jsonl"))) {
            log.add(decoder.decodeEntry(line.getBytes(StandardCharsets.UTF_8)));
        }
        return log;
    }
}
