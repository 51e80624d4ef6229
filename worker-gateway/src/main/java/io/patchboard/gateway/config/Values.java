package io.patchboard.gateway.config;

import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonString;
import io.patchboard.record.Problem;
import io.patchboard.text.Durations;
import io.patchboard.text.Spelling;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * Typed values out of a document. Whatever is of another type is noted as a problem, and reading goes on, so that a
 * file's errors are told all at once.
 */
public final class Values {

    private final Path folder;
    private final Map<String, String> environment;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> secretVariables = new TreeSet<>(KnownSecrets.OWN_VARIABLES);
    private final List<Secret> secrets = new ArrayList<>();

    /**
     * @param folder that relative paths in the document start from
     * @param environment that secrets may be taken from
     */
    public Values(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    public Path folder() {
        return folder;
    }

    public List<Problem> problems() {
        return problems;
    }

    /** All that was read as a secret so far. */
    KnownSecrets knownSecrets() {
        return new KnownSecrets(secretVariables, secrets);
    }

    /** What {@code reader} makes of a member; absent if there is none. */
    public <T> Optional<T> optional(
            JsonObject object, JsonPointer at, String name, BiFunction<Json, JsonPointer, Optional<T>> reader) {
        return object.get(name).flatMap(value -> reader.apply(value, at.child(name)));
    }

    /** The value as an object; an empty one, and a problem, if it is not. */
    public JsonObject object(Json value, JsonPointer at) {
        if (value instanceof JsonObject object) {
            return object;
        }
        problem(at, "an object", "got " + found(value));
        return JsonObject.EMPTY;
    }

    /** A string that is not empty. */
    public Optional<String> text(Json value, JsonPointer at) {
        Optional<String> text = string(value, at);
        if (text.isPresent() && text.get().isEmpty()) {
            problem(at, "a string that is not empty", "got \"\"");
        }
        return text.filter(filled -> !filled.isEmpty());
    }

    public Optional<String> string(Json value, JsonPointer at) {
        if (value instanceof JsonString text) {
            return Optional.of(text.value());
        }
        boolean scalar = value instanceof JsonNumber || value instanceof JsonBoolean;
        problem(at, "a string", "got " + found(value) + (scalar ? "; put it in quotes" : ""));
        return Optional.empty();
    }

    /** One of some words. */
    public Optional<String> word(Json value, JsonPointer at, Set<String> known) {
        if (value instanceof JsonString text && known.contains(text.value())) {
            return Optional.of(text.value());
        }
        problem(
                at,
                "one of " + known.stream().sorted().toList(),
                "got " + found(value),
                value instanceof JsonString text ? Spelling.question(text.value(), known) : "");
        return Optional.empty();
    }

    public Optional<Boolean> bool(Json value, JsonPointer at) {
        if (value instanceof JsonBoolean bool) {
            return Optional.of(bool.value());
        }
        problem(at, "true or false", "got " + found(value));
        return Optional.empty();
    }

    public Optional<Integer> integer(Json value, JsonPointer at, int least, int most) {
        if (value instanceof JsonNumber number
                && number.isIntegral()
                && number.value().compareTo(BigDecimal.valueOf(least)) >= 0
                && number.value().compareTo(BigDecimal.valueOf(most)) <= 0) {
            return Optional.of(number.value().intValueExact());
        }
        problem(at, "an integer from " + least + " to " + most, "got " + found(value));
        return Optional.empty();
    }

    /** A number of any size that is not negative. */
    public Optional<BigDecimal> amount(Json value, JsonPointer at) {
        if (value instanceof JsonNumber number && number.value().signum() >= 0) {
            return Optional.of(number.value());
        }
        problem(at, "a number of 0 or more", "got " + found(value));
        return Optional.empty();
    }

    /** A duration above zero. */
    public Optional<Duration> duration(Json value, JsonPointer at) {
        Optional<Duration> duration = value instanceof JsonString text
                ? Durations.parse(text.value()).filter(found -> !found.isZero() && !found.isNegative())
                : Optional.empty();
        if (duration.isEmpty()) {
            problem(at, "a duration above zero, such as " + Durations.EXAMPLES, "got " + found(value));
        }
        return duration;
    }

    /** The member {@code timeout} of a worker, or the default. */
    Duration timeout(JsonObject worker, JsonPointer at) {
        return optional(worker, at, "timeout", this::duration).orElse(WorkerBinding.DEFAULT_TIMEOUT);
    }

    /** Strings by name. */
    public Map<String, String> strings(Json value, JsonPointer at) {
        Map<String, String> strings = new LinkedHashMap<>();
        object(value, at)
                .members()
                .forEach((name, member) -> string(member, at.child(name)).ifPresent(text -> strings.put(name, text)));
        return strings;
    }

    /** A program and its arguments. */
    public List<String> command(Json value, JsonPointer at) {
        if (!(value instanceof JsonArray array) || array.isEmpty()) {
            problem(at, "a list of a program and its arguments", "got " + found(value));
            return List.of();
        }
        List<String> command = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            JsonPointer place = at.child(i);
            (i == 0 ? text(array.get(i), place) : string(array.get(i), place)).ifPresent(command::add);
        }
        return command;
    }

    /** What only this machine knows: {@code {env: NAME}} or {@code {file: PATH}}. A problem never shows the value. */
    public Optional<Secret> secret(Json value, JsonPointer at) {
        if (!(value instanceof JsonObject object) || object.has("env") == object.has("file") || object.size() != 1) {
            problem(
                    at,
                    "a secret as {env: VARIABLE} or {file: PATH}",
                    "got "
                            + (value instanceof JsonString
                                    ? "a string; secrets do not stand in files like this"
                                    : found(value)));
            return Optional.empty();
        }
        Optional<Secret> secret = object.has("env")
                ? optional(object, at, "env", this::text).flatMap(name -> fromEnvironment(name, at))
                : optional(object, at, "file", this::text).flatMap(name -> fromFile(name, at));
        secret.ifPresent(secrets::add);
        return secret;
    }

    private Optional<Secret> fromEnvironment(String name, JsonPointer at) {
        secretVariables.add(name);
        Optional<String> value = Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
        if (value.isEmpty()) {
            problem(at, "the environment variable " + name + " to hold a secret", "it is not set");
        }
        return value.map(Secret::new);
    }

    private Optional<Secret> fromFile(String name, JsonPointer at) {
        Path file = folder.resolve(name);
        try {
            return Optional.of(Secret.fromFile(file));
        } catch (NoSuchFileException e) {
            problem(at, "a file with a secret", "there is none at " + file);
        } catch (IOException e) {
            problem(at, "a file with a secret", e.getMessage());
        }
        return Optional.empty();
    }

    public void refuseUnknown(JsonObject object, JsonPointer at, Set<String> known) {
        for (String name : object.names()) {
            if (!known.contains(name)) {
                problem(
                        at.child(name),
                        "one of " + known.stream().sorted().toList(),
                        "got \"" + name + "\"",
                        Spelling.question(name, known));
            }
        }
    }

    /** Notes "Expected {@code expected} at ..., but {@code but}." */
    public void problem(JsonPointer at, String expected, String but) {
        problem(at, expected, but, "");
    }

    /** @param more what to do, as sentences that begin with a space */
    void problem(JsonPointer at, String expected, String but, String more) {
        String where = at.isRoot() ? "the top" : at.toString();
        problems.add(new Problem(at.toString(), "Expected " + expected + " at " + where + ", but " + but + "." + more));
    }

    /** What a message says that it got. */
    public static String found(Json value) {
        return value instanceof JsonObject || value instanceof JsonArray array && !array.isEmpty()
                ? "an " + value.typeName()
                : value.toString();
    }
}
