package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.record.Partitioning;
import java.util.Random;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

final class PartitioningTest {

    @Test
    void partition_ofAnyKey_isTheOneOfKafkasOwnClients() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            byte[] key = new byte[i % 40];
            random.nextBytes(key);
            int partitions = 1 + random.nextInt(64);
            assertThat(Partitioning.partition(key, partitions))
                    .isEqualTo(Utils.toPositive(Utils.murmur2(key)) % partitions);
        }
    }
}
