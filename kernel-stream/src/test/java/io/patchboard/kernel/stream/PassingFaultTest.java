package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.patchboard.encoding.RecordEncoder;
import io.patchboard.kernel.decide.stage.Limits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that are not the input's; it must not be rejected for them. */
final class PassingFaultTest {

    private static final byte[] KEY = "b1".getBytes(StandardCharsets.UTF_8);

    private static final byte[] CREATE =
            KernelDriver.createBoard("b1", """
                    {'apiVersion':'patchboard/v1','name':'notes','state':{'schema':{'type':'object'},'initial':{}},
                     'workers':{'scribe':{'unsolicited':true,'write':[{'op':['add'],'path':'/done'}]}},
                     'complete':{'when':'has(state.done)','result':'/done'}}
                    """, "{}").getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path stateDir;

    private KernelDriver failing(KafkaException fault) {
        return new KernelDriver(stateDir, RecordEncoder.json(), Limits.DEFAULT, 1024, queue -> {
            throw fault;
        });
    }

    @Test
    void decide_timeout_startsOverAndWritesNothing() {
        try (KernelDriver kernel = failing(new TimeoutException("away"))) {
            assertThatThrownBy(() -> kernel.send(KEY, CREATE)).isInstanceOf(TaskMigratedException.class);
            assertThat(kernel.values("patchboard.rejected")).isEmpty();
        }
    }

    @Test
    void decide_faultOfAStore_writesNothing() {
        try (KernelDriver kernel = failing(new ProcessorStateException("disk full"))) {
            assertThatThrownBy(() -> kernel.send(KEY, CREATE)).hasRootCauseMessage("disk full");
            assertThat(kernel.values("patchboard.rejected")).isEmpty();
        }
    }
}
