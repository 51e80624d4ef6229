package io.patchboard.kernel.schema;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.kernel.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the required part of the official JSON-Schema-Test-Suite for 2020-12. */
final class SchemaSuite {

    private static final String ADDRESS = "http://localhost:1234/";

    private SchemaSuite() {}

    record Group(String name, Json schema, List<Case> cases) {}

    record Case(String name, Json data, boolean isValid) {}

    static List<Group> groups() {
        List<Group> groups = new ArrayList<>();
        Path folder = SharedData.folder("json-schema-test-suite").resolve("tests/draft2020-12");
        for (Path file : files(folder, 1)) {
            for (Json group : (JsonArray) SharedData.json(file)) {
                List<Case> cases = ((JsonArray) member(group, "tests"))
                        .stream()
                                .map(test -> new Case(
                                        text(test, "description"),
                                        member(test, "data"),
                                        member(test, "valid") == JsonBoolean.TRUE))
                                .toList();
                groups.add(new Group(
                        file.getFileName() + ": " + text(group, "description"), member(group, "schema"), cases));
            }
        }
        return groups;
    }

    /** What the suite wants to be found under its address. */
    static Documents documents() {
        Path folder = SharedData.folder("json-schema-test-suite").resolve("remotes");
        Map<String, Json> documents = new HashMap<>();
        for (Path file : files(folder, Integer.MAX_VALUE)) {
            documents.put(ADDRESS + folder.relativize(file).toString().replace('\\', '/'), SharedData.json(file));
        }
        return Documents.of(documents);
    }

    private static List<Path> files(Path folder, int depth) {
        try (Stream<Path> files = Files.walk(folder, depth)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Json member(Json object, String name) {
        return ((JsonObject) object).get(name).orElseThrow();
    }

    private static String text(Json object, String name) {
        return ((JsonString) member(object, name)).value();
    }
}
