package io.patchboard.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Right;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PrincipalsFileTest {

    private static final Path FILE = Path.of("principals.yaml");

    /** Of {@code one} and {@code two}. */
    private static final String ONE = "sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";

    private static final String TWO = "sha256:3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3";

    @Test
    void principals_areKnownByTheirTokens() throws Exception {
        var principals = PrincipalsFile.parse("""
                principals:
                  ada: {tokens: ["%s"], rights: [read, approve]}
                  shop: {tokens: ["%s"], rights: [create], propose: [guest], answer: ["*"]}
                """.formatted(ONE, TWO), FILE);

        assertThat(principals.whose("one"))
                .hasValue(new Principal("ada", Set.of(Right.READ, Right.APPROVE), Set.of(), Set.of()));
        Principal shop = principals.whose("two").orElseThrow();
        assertThat(shop.mayPropose("guest")).isTrue();
        assertThat(shop.mayPropose("scribe")).isFalse();
        assertThat(shop.mayAnswer("notes")).isTrue();
        assertThat(shop).hasToString("shop, who may create; propose as guest; answer any queue");
        assertThat(principals.whose("three")).isEmpty();
        assertThat(principals.whose(ONE)).isEmpty();
    }

    @Test
    void errors_areToldAllAtOnce_andNoTokenAmongThem() {
        assertThatThrownBy(() -> PrincipalsFile.parse("""
                        principals:
                          local: {tokens: ["%s"], rights: [reed]}
                          bo: {tokens: ["%s"], right: [read]}
                          cy: {tokens: [hunter2], propose: guest}
                          di: {tokens: "x"}
                        """.formatted(ONE, ONE), FILE))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(
                        "principals.yaml: Expected a name of 1 to 200 characters other than \"local\"",
                        "at /principals/local/rights/0, but got \"reed\". Did you mean \"read\"?",
                        "at /principals/bo/right, but got \"right\". Did you mean \"rights\"?",
                        "Expected a token of its own at /principals/local/tokens/0, but \"bo\" has it, too",
                        "Expected the SHA-256 of a token, as sha256: and 64 hex digits in small letters at"
                                + " /principals/cy/tokens/0, but got something else. It is made by:",
                        "Expected a list at /principals/cy/propose",
                        "Expected a list at /principals/di/tokens")
                .message()
                .doesNotContain("hunter2");
    }

    @Test
    void fileThatNamesNobody_isRefused() {
        assertThatThrownBy(() -> PrincipalsFile.parse("principals: {}", FILE))
                .hasMessageContaining("Expected an object of principals by name at /principals, but got none");
        assertThatThrownBy(() -> PrincipalsFile.parse("principals: {ada: {rights: [read]}}", FILE))
                .hasMessageContaining("Expected at least one hash of a token at /principals/ada/tokens");
    }
}
