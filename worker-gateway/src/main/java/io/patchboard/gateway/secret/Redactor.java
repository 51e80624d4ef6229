package io.patchboard.gateway.secret;

import io.patchboard.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Puts stars into a text wherever a secret stands in it: as it is, as JSON escapes it, as URLs do, and line by line if
 * it has several. A secret in another encoding is not seen through; secrets of fewer than 4 characters are not looked
 * for.
 */
public final class Redactor {

    public static final Redactor NONE = new Redactor(List.of());

    private static final int LEAST_LINE = 8;

    private final List<Secret> forms;
    private final int longest;

    private Redactor(List<Secret> forms) {
        this.forms = forms;
        this.longest =
                forms.stream().mapToInt(form -> form.reveal().length()).max().orElse(0);
    }

    public static Redactor of(Collection<Secret> secrets) {
        return new Redactor(secrets.stream()
                .flatMap(secret -> forms(secret.reveal()))
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(Secret::new)
                .toList());
    }

    private static Stream<String> forms(String secret) {
        String quoted = Json.of(secret).toString();
        return Stream.concat(
                Stream.of(
                        secret,
                        quoted.substring(1, quoted.length() - 1),
                        URLEncoder.encode(secret, StandardCharsets.UTF_8)),
                secret.lines().map(String::strip).filter(line -> line.length() >= LEAST_LINE));
    }

    /** Whether there is nothing to look for. */
    public boolean isEmpty() {
        return forms.isEmpty();
    }

    public boolean finds(String text) {
        return !redact(text).equals(text);
    }

    public String redact(String text) {
        String redacted = text;
        for (Secret form : forms) {
            redacted = form.redact(redacted);
        }
        return redacted;
    }

    /** The first part of a text that was cut somewhere: without its end, which may be the beginning of a secret. */
    public String redactCut(String text) {
        String redacted = redact(text);
        return redacted.substring(0, Math.max(0, redacted.length() - longest));
    }
}
