package io.patchboard.gateway.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryTest {

    private static final List<String> ALLOWED = List.of("cursor", "limit");

    @Test
    void parameter_misspelt_isAskedAbout() {
        assertThatThrownBy(() -> Query.requireAllowed(Map.of("limt", List.of("5")), ALLOWED))
                .hasMessage("Expected the query parameters cursor, limit, each once at most, but got \"limt\"."
                        + " Did you mean \"limit\"?");
        assertThatThrownBy(() -> Query.requireAllowed(Map.of("limit", List.of("5", "6")), ALLOWED))
                .hasMessageEndingWith("but got \"limit\" 2 times.");
        assertThatThrownBy(() -> Query.requireAllowed(Map.of("limit", List.of("")), ALLOWED))
                .hasMessage("Expected a value of the query parameter limit, but got \"\"."
                        + " Leave it out if you mean none.");
        assertThatThrownBy(() -> Query.requireAllowed(Map.of("limit", List.of()), ALLOWED))
                .hasMessageContaining("that can be decoded")
                .hasMessageEndingWith("Write %25 for a % that means itself.");
        assertThatCode(() -> Query.requireAllowed(Map.of("path", List.of("")), List.of("path")))
                .doesNotThrowAnyException();
        assertThatCode(() -> Query.requireAllowed(Map.of("limit", List.of("5")), ALLOWED))
                .doesNotThrowAnyException();
    }
}
