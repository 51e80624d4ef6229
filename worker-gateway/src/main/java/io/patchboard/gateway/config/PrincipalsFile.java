package io.patchboard.gateway.config;

import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.access.TokenHash;
import io.patchboard.gateway.access.Tokens;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Word;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The content of a {@code principals.yaml}: who may do what.
 *
 * <pre>{@code
 * principals:
 *   ada:
 *     tokens: ["sha256:2bb8..."]          # of each of her tokens
 *     rights: [read, operate, approve]
 *   shop:
 *     tokens: ["sha256:a41f..."]
 *     rights: [create]
 *     propose: [guest]                    # as these workers; "*" for all
 *     answer: [notes]                     # invocations of these queues; "*" for all
 * }</pre>
 */
public final class PrincipalsFile {

    private static final int MOST_NAME_CHARS = 200;
    private static final Set<String> MEMBERS = Set.of("tokens", "rights", "propose", "answer");
    private static final Set<String> RIGHTS =
            Arrays.stream(Right.values()).map(Word::word).collect(Collectors.toUnmodifiableSet());

    private final Values values;
    private final Map<TokenHash, Principal> owners = new HashMap<>();

    private PrincipalsFile(Values values) {
        this.values = values;
    }

    /**
     * The file's text, for who wants to know whether it has changed.
     *
     * @throws ConfigException if it cannot be read
     */
    public static String read(Path file) throws ConfigException {
        return YamlFile.read(file, "principals");
    }

    /** @throws ConfigException with every error of the text */
    public static Tokens parse(String yaml, Path file) throws ConfigException {
        Values values = new Values(file, Map.of());
        PrincipalsFile content = new PrincipalsFile(values);
        content.read(JsonPlace.of(YamlFile.document(yaml, file)));
        if (!values.problems().isEmpty()) {
            throw new ConfigException(file.toString(), values.problems());
        }
        return new Tokens(content.owners);
    }

    private void read(JsonPlace document) {
        JsonPlace file = values.object(document);
        values.refuseUnknown(file, Set.of("principals"));
        List<JsonPlace> principals = values.section(file, "principals").members();
        if (principals.isEmpty() && values.problems().isEmpty()) {
            values.problem(file.at().child("principals"), "an object of principals by name", "got none");
        }
        principals.forEach(this::principal);
    }

    private void principal(JsonPlace place) {
        String name = place.name();
        if (name.isEmpty() || name.length() > MOST_NAME_CHARS || name.equals(Principal.LOCAL.name())) {
            values.problem(
                    place.at(),
                    "a name of 1 to " + MOST_NAME_CHARS + " characters other than \"" + Principal.LOCAL.name()
                            + "\", who calls where there is no such file",
                    "got \"" + name + "\"");
        }
        JsonPlace about = values.object(place);
        values.refuseUnknown(about, MEMBERS);
        Set<Right> rights = new HashSet<>();
        values.items(about, "rights")
                .forEach(item -> values.word(item, RIGHTS)
                        .flatMap(word -> Word.find(Right.class, word))
                        .ifPresent(rights::add));
        Principal principal = new Principal(name, rights, names(about, "propose"), names(about, "answer"));
        List<JsonPlace> tokens = values.items(about, "tokens");
        if (tokens.isEmpty() && about.isObject() && values.problems().isEmpty()) {
            values.problem(about.at().child("tokens"), "at least one hash of a token", "got none");
        }
        tokens.forEach(token -> token(token, principal));
    }

    /** A token that stands there as it is may be somebody's: the message doesn't repeat it. */
    private void token(JsonPlace place, Principal principal) {
        place.text()
                .flatMap(TokenHash::read)
                .ifPresentOrElse(
                        hash -> {
                            Principal other = owners.putIfAbsent(hash, principal);
                            if (other != null) {
                                values.problem(
                                        place.at(), "a token of its own", "\"" + other.name() + "\" has it, too");
                            }
                        },
                        () -> values.problem(
                                place.at(),
                                "the SHA-256 of a token, as sha256: and 64 hex digits in small letters",
                                "got something else",
                                " It is made by: printf %s \"$TOKEN\" | sha256sum"));
    }

    private Set<String> names(JsonPlace place, String name) {
        Set<String> names = new HashSet<>();
        values.items(place, name).forEach(item -> values.text(item).ifPresent(names::add));
        return names;
    }
}
