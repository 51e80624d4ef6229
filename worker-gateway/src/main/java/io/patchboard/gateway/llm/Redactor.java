package io.patchboard.gateway.llm;

import io.patchboard.gateway.config.Secret;
import io.patchboard.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Replaces secrets by stars: as they are, as JSON escapes them, and as URLs do. */
final class Redactor {

    private final List<Secret> forms;

    Redactor(Collection<Secret> secrets) {
        this.forms = secrets.stream()
                .flatMap(secret -> Stream.of(secret.reveal(), escaped(secret.reveal()), encoded(secret.reveal())))
                .distinct()
                .map(Secret::new)
                .toList();
    }

    String redact(String text) {
        String redacted = text;
        for (Secret form : forms) {
            redacted = form.redact(redacted);
        }
        return redacted;
    }

    private static String escaped(String text) {
        String quoted = Json.of(text).toString();
        return quoted.substring(1, quoted.length() - 1);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
