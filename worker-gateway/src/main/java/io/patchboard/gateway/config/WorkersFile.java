package io.patchboard.gateway.config;

import io.patchboard.gateway.llm.Limits;
import io.patchboard.gateway.llm.ModelSet;
import io.patchboard.json.CanonicalJson;
import io.patchboard.json.JsonPlace;
import io.patchboard.sign.Signer;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a {@code workers.yaml}.
 *
 * @param group the group in which gateways share the work, if the file names one
 * @param workers what serves each worker, by the worker's name in blueprints
 * @param signers who signs its answers, for each worker that has a key
 */
public record WorkersFile(Optional<String> group, Map<String, WorkerBinding> workers, Map<String, Signer> signers) {

    /** With which the names of groups begin that nobody named. */
    public static final String DEFAULT_GROUP = "patchboard-gateway";

    private static final int HASH_DIGITS = 12;

    /**
     * The group of a file that names none. All gateways of one group must serve the same workers, so it follows from
     * the file's text: gateways of the same file share its work wherever they run, and different files never take each
     * other's invocations.
     */
    public static String defaultGroup(String text) {
        String hash = CanonicalJson.sha256(text.getBytes(StandardCharsets.UTF_8));
        return DEFAULT_GROUP + "-" + hash.substring(0, HASH_DIGITS);
    }

    public WorkersFile {
        workers = Collections.unmodifiableMap(new LinkedHashMap<>(workers));
        signers = Map.copyOf(signers);
    }

    /** @throws ConfigException with every error of the file, also if it cannot be read */
    public static WorkersFile load(Path file) throws ConfigException {
        return parse(read(file), file);
    }

    /**
     * The text of a file, for who needs it beside its content.
     *
     * @throws ConfigException if it cannot be read
     */
    public static String read(Path file) throws ConfigException {
        return YamlFile.read(file, "workers");
    }

    /**
     * @param file for messages; programs run in its folder
     * @throws ConfigException with every error of the text
     */
    public static WorkersFile parse(String yaml, Path file) throws ConfigException {
        return parse(yaml, file, System.getenv());
    }

    /**
     * The models of a file, whoever its workers are; it need not have any.
     *
     * @param usual limits of a model that sets none
     * @throws ConfigException with every error of the models, also if the file cannot be read
     */
    public static ModelSet loadModels(Path file, Limits usual) throws ConfigException {
        try {
            Values values = new Values(folder(file), System.getenv());
            JsonPlace content = values.object(JsonPlace.of(YamlFile.document(Files.readString(file), file)));
            values.refuseUnknown(content, WorkersFileReader.SECTIONS);
            ModelSet models = new ModelsReader(values, usual, new LimitsReader(values, content)).read(content);
            if (!values.problems().isEmpty()) {
                throw new ConfigException(file.toString(), values.problems());
            }
            return models;
        } catch (IOException e) {
            throw YamlFile.broken(file, "Expected a readable file of models, but " + FileTrouble.of(e) + ".");
        }
    }

    /** @param environment that secrets may be taken from */
    static WorkersFile parse(String yaml, Path file, Map<String, String> environment) throws ConfigException {
        Values values = new Values(folder(file), environment);
        WorkersFile content = new WorkersFileReader(values).read(YamlFile.document(yaml, file));
        if (!values.problems().isEmpty()) {
            throw new ConfigException(file.toString(), values.problems());
        }
        return content;
    }

    private static Path folder(Path file) {
        return Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file.toAbsolutePath());
    }
}
