package io.patchboard.standalone.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/**
 * What a Schema Registry knows: ids that are global for each schema, subjects with versions, levels of compatibility.
 * Avro only. Versions that were deleted are hidden, and their ids stay.
 */
final class RegistryState {

    /** Another schema by the name that a schema calls it, the subject that has it, and its version there. */
    record Reference(String name, String subject, int version) {}

    record Definition(String text, List<Reference> references) {}

    record Version(int version, int id, Definition definition, boolean deleted) {}

    private final Map<Integer, Definition> byId = new TreeMap<>();
    private final Map<String, List<Version>> subjects = new TreeMap<>();
    private final Map<String, String> levels = new LinkedHashMap<>();
    private String globalLevel = "BACKWARD";
    private boolean readOnly;

    synchronized void readOnly(boolean value) {
        readOnly = value;
    }

    synchronized List<String> subjects() {
        return subjects.keySet().stream()
                .filter(subject -> !versions(subject).isEmpty())
                .toList();
    }

    synchronized Definition byId(int id) throws RegistryRefusal {
        if (!byId.containsKey(id)) {
            throw RegistryRefusal.schemaNotFound(id);
        }
        return byId.get(id);
    }

    synchronized Map<String, Integer> usesOf(int id) throws RegistryRefusal {
        byId(id);
        Map<String, Integer> uses = new TreeMap<>();
        subjects.keySet()
                .forEach(subject -> versions(subject).stream()
                        .filter(version -> version.id() == id)
                        .forEach(version -> uses.put(subject, version.version())));
        return uses;
    }

    /** Those that were not deleted. */
    synchronized List<Version> versions(String subject) {
        return subjects.getOrDefault(subject, List.of()).stream()
                .filter(version -> !version.deleted())
                .toList();
    }

    synchronized Version version(String subject, String which, boolean deletedToo) throws RegistryRefusal {
        List<Version> versions = deletedToo ? subjects.getOrDefault(subject, List.of()) : versions(subject);
        int number = number(which);
        if (versions.isEmpty()) {
            throw RegistryRefusal.subjectNotFound(subject);
        }
        if (number < 0) {
            return versions.get(versions.size() - 1);
        }
        return versions.stream()
                .filter(version -> version.version() == number)
                .findFirst()
                .orElseThrow(() -> RegistryRefusal.versionNotFound(number));
    }

    /** -1 for the latest. */
    private static int number(String which) throws RegistryRefusal {
        try {
            int number = which.equals("latest") ? -1 : Integer.parseInt(which);
            if (number == -1 || number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The same answer as for a number that is none.
        }
        throw RegistryRefusal.invalidVersion(which);
    }

    synchronized Version lookup(String subject, Definition definition) throws RegistryRefusal {
        Schema schema = parse(definition);
        if (versions(subject).isEmpty()) {
            throw RegistryRefusal.subjectNotFound(subject);
        }
        return find(subject, schema).orElseThrow(RegistryRefusal::schemaNotFound);
    }

    private Optional<Version> find(String subject, Schema schema) throws RegistryRefusal {
        for (Version version : versions(subject)) {
            if (parse(version.definition()).equals(schema)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    synchronized int register(String subject, Definition definition) throws RegistryRefusal {
        Schema schema = parse(definition);
        Optional<Version> known = find(subject, schema);
        if (known.isPresent()) {
            return known.get().id();
        }
        if (readOnly) {
            throw RegistryRefusal.readOnly(subject);
        }
        List<String> problems = problems(subject, schema, versions(subject));
        if (!problems.isEmpty()) {
            throw RegistryRefusal.incompatible(subject, problems.toString());
        }
        int id = idOf(schema);
        byId.putIfAbsent(id, definition);
        List<Version> all = subjects.computeIfAbsent(subject, any -> new ArrayList<>());
        all.add(new Version(all.size() + 1, id, definition, false));
        return id;
    }

    private int idOf(Schema schema) throws RegistryRefusal {
        for (Map.Entry<Integer, Definition> known : byId.entrySet()) {
            if (parse(known.getValue()).equals(schema)) {
                return known.getKey();
            }
        }
        return byId.size() + 1;
    }

    synchronized List<Integer> delete(String subject) throws RegistryRefusal {
        List<Version> alive = versions(subject);
        if (alive.isEmpty()) {
            throw RegistryRefusal.subjectNotFound(subject);
        }
        subjects.get(subject)
                .replaceAll(version -> new Version(version.version(), version.id(), version.definition(), true));
        return alive.stream().map(Version::version).toList();
    }

    synchronized List<String> problems(String subject, Definition definition, String which) throws RegistryRefusal {
        return problems(subject, parse(definition), List.of(version(subject, which, false)));
    }

    private List<String> problems(String subject, Schema schema, List<Version> earlier) throws RegistryRefusal {
        String level = level(subject);
        int from = level.endsWith("_TRANSITIVE") ? 0 : Math.max(0, earlier.size() - 1);
        List<String> problems = new ArrayList<>();
        for (Version version : earlier.subList(from, earlier.size())) {
            Schema other = parse(version.definition());
            if (level.startsWith("BACKWARD") || level.startsWith("FULL")) {
                problems.addAll(problems(schema, other, version));
            }
            if (level.startsWith("FORWARD") || level.startsWith("FULL")) {
                problems.addAll(problems(other, schema, version));
            }
        }
        return problems;
    }

    private static List<String> problems(Schema reader, Schema writer, Version version) {
        var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult();
        if (result.getCompatibility() == SchemaCompatibilityType.COMPATIBLE) {
            return List.of();
        }
        return result.getIncompatibilities().stream()
                .map(problem -> "{errorType:'" + problem.getType() + "', description:'" + problem.getMessage()
                        + "', additionalInfo:'" + problem.getLocation() + "'}, {oldSchemaVersion: " + version.version()
                        + "}")
                .toList();
    }

    synchronized String level(String subject) {
        return levels.getOrDefault(subject, globalLevel);
    }

    synchronized void level(String subject, String level) throws RegistryRefusal {
        if (!level.matches("NONE|(BACKWARD|FORWARD|FULL)(_TRANSITIVE)?")) {
            throw RegistryRefusal.invalidCompatibility();
        }
        if (subject.isEmpty()) {
            globalLevel = level;
        } else {
            levels.put(subject, level);
        }
    }

    private Schema parse(Definition definition) throws RegistryRefusal {
        Schema.Parser parser = new Schema.Parser();
        try {
            parseReferences(definition, parser);
            return parser.parse(definition.text());
        } catch (AvroRuntimeException e) {
            throw RegistryRefusal.invalidSchema(String.valueOf(e.getMessage()));
        }
    }

    private void parseReferences(Definition definition, Schema.Parser parser) throws RegistryRefusal {
        for (Reference reference : definition.references()) {
            if (!parser.getTypes().containsKey(reference.name())) {
                Definition referred = version(reference.subject(), Integer.toString(reference.version()), true)
                        .definition();
                parseReferences(referred, parser);
                parser.parse(referred.text());
            }
        }
    }
}
