package io.patchboard.gateway.config;

import io.patchboard.calls.Outbound;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonBoolean;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPlace;
import io.patchboard.json.JsonPointer;
import io.patchboard.record.Problem;
import io.patchboard.text.Durations;
import io.patchboard.text.FileTrouble;
import io.patchboard.text.Spelling;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is wrong with the places of a document. Whatever is of another type than is asked for is noted as a problem, and
 * reading goes on, so that a file's errors are told all at once.
 */
public final class Values {

    /** What other tools call what stands in a file of workers. */
    private static final Map<String, List<String>> OTHER_NAMES = Map.of(
            "key", List.of("apiKey"),
            "token", List.of("apiKey"),
            "max", List.of("attempts", "maxOutputTokens"),
            "url", List.of("baseUrl"),
            "endpoint", List.of("baseUrl", "url"),
            "name", List.of("model"),
            "maxTokens", List.of("maxOutputTokens"),
            "environment", List.of("env"),
            "replicas", List.of("instances", "concurrency"));

    private final Path folder;
    private final Map<String, String> environment;
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> secretVariables = new TreeSet<>(KnownSecrets.OWN_VARIABLES);
    private final List<Secret> secrets = new ArrayList<>();
    private Outbound outbound = Outbound.of(List.of(), List.of());

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

    /** What endpoints that are read from here on may be at. */
    void allow(Outbound hosts) {
        outbound = hosts;
    }

    Outbound outbound() {
        return outbound;
    }

    /** All that was read as a secret so far. */
    KnownSecrets knownSecrets() {
        return new KnownSecrets(secretVariables, secrets);
    }

    /** The place, if it holds an object; an empty one, and a problem, if not. */
    public JsonPlace object(JsonPlace place) {
        if (place.isObject()) {
            return place;
        }
        problem(place.at(), "an object", "got " + found(place.value()));
        return new JsonPlace(JsonObject.EMPTY, place.at());
    }

    /** A member that is an object; an empty one if there is none. */
    public JsonPlace section(JsonPlace parent, String name) {
        return parent.child(name).map(this::object).orElseGet(() -> parent.into(name));
    }

    /** The items of a member that is a list; none, and a problem, if it is something else. */
    public List<JsonPlace> items(JsonPlace parent, String name) {
        parent.child(name)
                .filter(list -> !(list.value() instanceof JsonArray))
                .ifPresent(list -> problem(list.at(), "a list", "got " + found(list.value())));
        return parent.items(name);
    }

    /** A string that is not empty. */
    public Optional<String> text(JsonPlace place) {
        Optional<String> text = string(place);
        if (text.isPresent() && text.get().isEmpty()) {
            problem(place.at(), "a string that is not empty", "got \"\"");
        }
        return text.filter(filled -> !filled.isEmpty());
    }

    Optional<String> string(JsonPlace place) {
        if (place.text().isEmpty()) {
            boolean scalar = place.value() instanceof JsonNumber || place.value() instanceof JsonBoolean;
            problem(place.at(), "a string", "got " + found(place.value()) + (scalar ? "; put it in quotes" : ""));
        }
        return place.text();
    }

    /** One of some words. */
    public Optional<String> word(JsonPlace place, Set<String> known) {
        Optional<String> word = place.text().filter(known::contains);
        if (word.isEmpty()) {
            problem(
                    place.at(),
                    "one of " + known.stream().sorted().toList(),
                    "got " + found(place.value()),
                    place.text().map(text -> Spelling.question(text, known)).orElse(""));
        }
        return word;
    }

    Optional<Boolean> bool(JsonPlace place) {
        if (place.value() instanceof JsonBoolean bool) {
            return Optional.of(bool.value());
        }
        problem(place.at(), "true or false", "got " + found(place.value()));
        return Optional.empty();
    }

    /** A member; absent if there is none. */
    public Optional<Integer> integer(JsonPlace parent, String name, int least, int most) {
        return parent.child(name).flatMap(place -> {
            Optional<Integer> integer = parent.integer(name)
                    .filter(found -> found >= least && found <= most)
                    .map(Long::intValue);
            if (integer.isEmpty()) {
                problem(place.at(), "an integer from " + least + " to " + most, "got " + found(place.value()));
            }
            return integer;
        });
    }

    /** A number of any size that is not negative. */
    Optional<BigDecimal> amount(JsonPlace place) {
        Optional<BigDecimal> amount = place.amount().filter(number -> number.signum() >= 0);
        if (amount.isEmpty()) {
            problem(place.at(), "a number of 0 or more", "got " + found(place.value()));
        }
        return amount;
    }

    /** A duration above zero. */
    public Optional<Duration> duration(JsonPlace place) {
        Optional<Duration> duration = place.text().flatMap(Durations::parse).filter(Duration::isPositive);
        if (duration.isEmpty()) {
            problem(place.at(), "a duration above zero, such as " + Durations.EXAMPLES, "got " + found(place.value()));
        }
        return duration;
    }

    /** The member {@code timeout} of a worker, or the default. */
    Duration timeout(JsonPlace worker) {
        return worker.child("timeout").flatMap(this::duration).orElse(WorkerBinding.DEFAULT_TIMEOUT);
    }

    /** A program and its arguments. */
    List<String> command(JsonPlace place) {
        List<JsonPlace> items = place.items();
        if (items.isEmpty()) {
            problem(
                    place.at(),
                    "a list of a program and its arguments",
                    "got " + found(place.value()),
                    place.text()
                            .map(line -> " Did you mean "
                                    + JsonArray.ofStrings(List.of(line.strip().split("\\s+"))) + "?")
                            .orElse(""));
            return List.of();
        }
        List<String> command = new ArrayList<>();
        text(items.get(0)).ifPresent(command::add);
        items.stream().skip(1).forEach(item -> string(item).ifPresent(command::add));
        return command;
    }

    /** What only this machine knows: {@code {env: NAME}} or {@code {file: PATH}}. A problem never shows the value. */
    public Optional<Secret> secret(JsonPlace place) {
        if (!(place.value() instanceof JsonObject object)
                || object.has("env") == object.has("file")
                || object.size() != 1) {
            problem(
                    place.at(),
                    "a secret as {env: VARIABLE} or {file: PATH}",
                    "got "
                            + (place.text().isPresent()
                                    ? "a string; secrets do not stand in files like this"
                                    : found(place.value())));
            return Optional.empty();
        }
        Optional<Secret> secret = object.has("env")
                ? place.child("env").flatMap(this::text).flatMap(name -> fromEnvironment(name, place.at()))
                : place.child("file").flatMap(this::text).flatMap(name -> fromFile(name, place.at()));
        secret.ifPresent(secrets::add);
        return secret;
    }

    /** Members of which some are secrets. */
    void plainOrSecret(JsonPlace section, Map<String, String> plain, Map<String, Secret> secret) {
        for (JsonPlace member : section.members()) {
            if (member.isObject()) {
                secret(member).ifPresent(found -> secret.put(member.name(), found));
            } else {
                string(member).ifPresent(found -> plain.put(member.name(), found));
            }
        }
    }

    private Optional<Secret> fromEnvironment(String name, JsonPointer at) {
        secretVariables.add(name);
        Optional<String> value = Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
        if (value.isEmpty()) {
            problem(at, "the environment variable " + name + " to hold a secret", "it is not set");
        }
        return value.map(text -> new Secret(text.strip()));
    }

    private Optional<Secret> fromFile(String name, JsonPointer at) {
        Path file = folder.resolve(name);
        try {
            return Optional.of(Secret.fromFile(file));
        } catch (NoSuchFileException e) {
            problem(at, "a file with a secret", "there is none at " + file);
        } catch (IOException e) {
            problem(at, "a file with a secret", FileTrouble.of(e));
        }
        return Optional.empty();
    }

    public void refuseUnknown(JsonPlace object, Set<String> known) {
        for (JsonPlace member : object.members()) {
            if (!known.contains(member.name())) {
                problem(
                        member.at(),
                        "one of " + known.stream().sorted().toList(),
                        "got \"" + member.name() + "\"",
                        meant(member.name(), known)
                                .map(meant -> " Did you mean \"" + meant + "\"?")
                                .orElse(""));
            }
        }
    }

    /** The member that may have been meant: misspelt, or by the name that it has elsewhere. */
    static Optional<String> meant(String name, Set<String> known) {
        return Spelling.nearest(name, known.stream().sorted().toList())
                .or(() -> OTHER_NAMES.getOrDefault(name, List.of()).stream()
                        .filter(known::contains)
                        .findFirst());
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

    /** Notes a sentence that says already what was expected and what was found. */
    public void complain(JsonPointer at, String sentence) {
        problems.add(new Problem(at.toString(), "At " + at + ": " + sentence));
    }

    /** What a message says that it got. */
    public static String found(Json value) {
        return value instanceof JsonObject || value instanceof JsonArray array && !array.isEmpty()
                ? "an " + value.typeName()
                : value.toString();
    }
}
