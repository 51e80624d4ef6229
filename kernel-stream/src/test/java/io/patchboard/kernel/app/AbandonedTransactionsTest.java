package io.patchboard.kernel.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What names tell; {@code TakeoverTest} has a broker. */
final class AbandonedTransactionsTest {

    private static final String HERE = "p.kernel-5d6f1f0e-9d3c-4b0e-8a51-0f1e2d3c4b5a";
    private static final String GONE = "p.kernel-0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
    private static final List<String> MEMBERS =
            List.of(HERE + "-StreamThread-1-consumer", HERE + "-StreamThread-2-consumer");

    private final Admin nowhere =
            Admin.create(Map.<String, Object>of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1"));
    private final AbandonedTransactions transactions = new AbandonedTransactions(nowhere, "p.kernel");

    @AfterEach
    void close() {
        nowhere.close();
    }

    @Test
    void transactionsOfAProcessThatTheGroupHas_areLeftAlone() {
        assertThat(transactions.abandoned(Set.of(HERE + "-1", HERE + "-7"), MEMBERS))
                .isEmpty();
    }

    @Test
    void thoseOfAProcessThatIsOut_areAbandoned() {
        assertThat(transactions.abandoned(Set.of(HERE + "-1", GONE + "-1", GONE + "-2"), MEMBERS))
                .containsExactly(GONE + "-1", GONE + "-2");
    }

    @Test
    void thoseOfAnybodyElse_areNotTheKernels() {
        assertThat(transactions.abandoned(
                        Set.of(GONE.replace("p.kernel", "p.kernel-2") + "-1", "p.kernel-import-1", GONE), MEMBERS))
                .isEmpty();
    }

    @Test
    void whereAMembersNameDoesNotTellItsProcess_orNobodyIsThere_nothingIsDone() {
        Set<String> gone = Set.of(GONE + "-1");
        assertThat(transactions.abandoned(gone, List.of(MEMBERS.get(0), "mine-StreamThread-1-consumer")))
                .isEmpty();
        assertThat(transactions.abandoned(gone, List.of())).isEmpty();
    }
}
