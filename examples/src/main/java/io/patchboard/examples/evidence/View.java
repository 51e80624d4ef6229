package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonString;
import java.util.List;
import java.util.Optional;

/** What this team reads in an invocation's view, in its own words. */
record View(Invocation invocation) {

    /** Empty if it is too long for the view. */
    Optional<String> question() {
        return invocation
                .field("/question")
                .flatMap(json -> json instanceof JsonString text ? Optional.of(text.value()) : Optional.empty());
    }

    /** The question, if its form is understood. */
    Optional<Question> comparison() {
        return question().flatMap(Question::parse);
    }

    List<Paragraph> sources() {
        return invocation.fields("/sources/*").values().stream()
                .map(Paragraph::read)
                .toList();
    }

    Optional<Paragraph> source(String handle) {
        return sources().stream()
                .filter(source -> source.handle().equals(handle))
                .findFirst();
    }

    List<Claim> claims() {
        return invocation.fields("/claims/*").values().stream().map(Claim::read).toList();
    }
}
