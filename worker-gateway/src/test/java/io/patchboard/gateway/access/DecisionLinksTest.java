package io.patchboard.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.gateway.secret.Secret;
import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Links with which one person decides one thing. */
class DecisionLinksTest {

    private static final DecisionLinks LINKS = new DecisionLinks(new Secret("0123456789abcdef0123456789abcdef"));
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String GOOD = LINKS.capability("b/1", 7, "ada ?&", NOW.plusSeconds(60));

    @Test
    void holder_isWhoItWasMadeFor_andMayReadAndApprove() {
        Principal holder = LINKS.holder("b/1", 7, GOOD, NOW).orElseThrow();

        assertThat(holder.name()).isEqualTo("ada ?&");
        assertThat(holder.rights()).containsExactlyInAnyOrder(Right.READ, Right.APPROVE);
        assertThat(holder.mayPropose("w")).isFalse();
    }

    @Test
    void capability_isGoodForNothingElse() {
        assertThat(LINKS.holder("b/1", 8, GOOD, NOW)).isEmpty();
        assertThat(LINKS.holder("b", 7, GOOD, NOW)).isEmpty();
        assertThat(LINKS.holder("b/1", 7, GOOD, NOW.plusSeconds(60))).isEmpty();
        DecisionLinks others = new DecisionLinks(new Secret("another secret of enough characters"));
        assertThat(others.holder("b/1", 7, GOOD, NOW)).isEmpty();
    }

    @Test
    void forged_isNobodys() {
        String[] parts = GOOD.split("\\.");
        String later = parts[0] + "." + (Long.parseLong(parts[1]) + 1) + "." + parts[2];
        String other = LINKS.capability("b/1", 7, "eve", NOW.plusSeconds(60)).split("\\.")[0] + "." + parts[1] + "."
                + parts[2];
        for (String forged : new String[] {later, other, parts[0] + "." + parts[1] + ".", "", "a.1.b", GOOD + "x"}) {
            assertThat(LINKS.holder("b/1", 7, forged, NOW)).as(forged).isEmpty();
        }
    }

    @Test
    void link_keepsTheCapabilityOutOfWhatIsSentToTheServer() {
        URI link = LINKS.link(URI.create("https://boards.example/x"), "b/1", 7, "ada ?&", NOW.plusSeconds(60));

        assertThat(link.toString()).isEqualTo("https://boards.example/x/#/decide/b%2F1/7?capability=" + GOOD);
    }

    @Test
    void secretThatCanBeGuessed_isRefused() {
        assertThatThrownBy(() -> new DecisionLinks(new Secret("short"))).hasMessageContaining("at least 32 characters");
    }
}
