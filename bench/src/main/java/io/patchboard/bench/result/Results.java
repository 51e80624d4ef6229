package io.patchboard.bench.result;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The measurements of one bench, from the newest run of each. A run of some of them leaves the others as they are. */
public final class Results {

    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path file;
    private final String command;
    private final List<Measurement> fresh = new ArrayList<>();

    /** @param command that was given, to repeat it */
    public Results(Path dir, String bench, String command) {
        this.file = file(dir, bench);
        this.command = command;
    }

    private static Path file(Path dir, String bench) {
        return dir.resolve(bench + ".json");
    }

    /** Takes a measurement and shows it. */
    public void add(Measurement measurement) {
        fresh.add(measurement);
        System.out.println(measurement);
    }

    /** Writes the file, with what it held of earlier runs. */
    public void save() throws IOException {
        Map<List<Object>, JsonNode> all = new LinkedHashMap<>();
        if (Files.exists(file)) {
            for (JsonNode old : MAPPER.readTree(file.toFile()).path("measurements")) {
                all.put(key(read(old)), old);
            }
        }
        String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, String> machine = Machine.describe();
        for (Measurement measurement : fresh) {
            ObjectNode node = MAPPER.valueToTree(measurement);
            node.put("time", time);
            node.put("command", command);
            node.set("machine", MAPPER.valueToTree(machine));
            all.put(key(measurement), node);
        }
        ObjectNode root = MAPPER.createObjectNode();
        root.set("measurements", MAPPER.valueToTree(all.values()));
        Files.createDirectories(file.toAbsolutePath().getParent());
        MAPPER.writeValue(file.toFile(), root);
    }

    private static List<Object> key(Measurement measurement) {
        return List.of(measurement.side(), measurement.what(), measurement.at());
    }

    /** The measurements of a bench; none if it has not been run. */
    public static List<Measurement> load(Path dir, String bench) throws IOException {
        Path file = file(dir, bench);
        if (!Files.exists(file)) {
            return List.of();
        }
        List<Measurement> measurements = new ArrayList<>();
        for (JsonNode node : MAPPER.readTree(file.toFile()).path("measurements")) {
            measurements.add(read(node));
        }
        return measurements;
    }

    private static Measurement read(JsonNode node) {
        return Measurement.of(
                node.path("side").asText(),
                node.path("what").asText(),
                MAPPER.convertValue(node.path("at"), new TypeReference<Map<String, String>>() {}),
                node.path("unit").asText(),
                MAPPER.convertValue(node.path("samples"), new TypeReference<List<Double>>() {}));
    }

    /** The one that was measured under these parameters, given as name, value, name, value. */
    public static Optional<Measurement> find(List<Measurement> among, String side, String what, String... parameters) {
        return matching(among, side, what, parameters).findFirst();
    }

    public static Stream<Measurement> matching(
            List<Measurement> among, String side, String what, String... parameters) {
        return among.stream()
                .filter(one -> one.side().equals(side) && one.what().equals(what) && one.isAt(parameters));
    }
}
