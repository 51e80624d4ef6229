package io.patchboard.standalone.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.patchboard.encoding.RecordSchemas;
import io.patchboard.kernel.app.KernelApp;
import io.patchboard.kernel.app.KernelStartException;
import io.patchboard.registry.SubjectNaming;
import io.patchboard.standalone.registry.RegistryState.Definition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The start of a kernel with a registry: what it registers, and what it refuses to start with. */
@Order(1) // takes long, so it begins first
final class RegistryStartTest extends RegistryRig {

    @Test
    void start_incompatibleSubjects_isRefusedWithTheReasonsAndRegistersNothing() throws Exception {
        String other = "{\"type\":\"record\",\"name\":\"Order\",\"fields\":[]}";
        registry.state().register(topics.proposals() + "-value", new Definition(other, List.of()));
        registry.state().register(topics.rejected() + "-value", new Definition(other, List.of()));

        assertThatThrownBy(() -> KernelApp.start(kernel(config())))
                .isInstanceOf(KernelStartException.class)
                .hasMessageContaining(topics.proposals() + "-value")
                .hasMessageContaining(topics.rejected() + "-value")
                .hasMessageContaining("NAME_MISMATCH")
                .hasMessageContaining("compatibility level");
        assertThat(registry.state().subjects()).hasSize(2);
    }

    @Test
    void start_afterARegistration_needsNoRightToWrite() throws Exception {
        KernelApp.start(kernel(config())).close();
        registry.state().readOnly(true);

        KernelApp.start(kernel(config())).close();
    }

    @Test
    void start_readOnlyRegistryWithoutTheSchemas_isRefused() {
        registry.state().readOnly(true);

        assertThatThrownBy(() -> KernelApp.start(kernel(config())))
                .isInstanceOf(KernelStartException.class)
                .hasMessageContaining("42205")
                .hasMessageContaining("READWRITE");
    }

    @Test
    void start_registryIsDown_isWaitedForAndThenRefused() {
        registry.shut();

        assertThatThrownBy(() -> KernelApp.start(kernel(config().withStartPatience(Duration.ofSeconds(2)))))
                .isInstanceOf(KernelStartException.class)
                .hasMessageContaining(registry.url());
    }

    @Test
    void start_registryComesUpLater_succeeds() throws Exception {
        registry.fail(500, 50002, "Register schema operation timed out");
        Thread recovery = new Thread(() -> {
            await().atMost(PATIENCE).until(() -> registry.requests().size() >= 2);
            registry.recover();
        });
        recovery.start();

        KernelApp.start(kernel(config())).close();
        recovery.join();
        assertThat(registry.state().subjects()).hasSize(5);
    }

    @Test
    void start_wrongPassword_isRefusedAtOnceAndShowsNoPassword() {
        registry.requireBasicAuth("kernel", "right");

        assertThatThrownBy(() -> KernelApp.start(kernel(config().withCredentials("kernel", "geheim"))))
                .isInstanceOf(KernelStartException.class)
                .hasMessageContaining("401")
                .hasMessageContaining("password")
                .hasMessageNotContaining("geheim");
        assertThat(registry.requests()).hasSize(1);
        KernelApp.start(kernel(config().withCredentials("kernel", "right"))).close();
    }

    @Test
    void subjectsForEachRecord_areThereOnRequest() {
        KernelApp.start(kernel(config().withSubjects(SubjectNaming.TOPIC_RECORD)))
                .close();

        assertThat(registry.state().subjects())
                .contains(topics.committed() + "-io.patchboard.PatchCommitted")
                .hasSize(RecordSchemas.ALL.size());
    }
}
