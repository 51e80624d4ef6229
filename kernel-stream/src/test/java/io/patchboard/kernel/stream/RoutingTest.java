package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

final class RoutingTest {

    private static byte[] key(String id) {
        return id.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void isStray_anyKey_holdsInAllPartitionsButOne() {
        for (int board = 0; board < 100; board++) {
            byte[] key = key("board-" + board);
            int home = Utils.toPositive(Utils.murmur2(key)) % 6;

            assertThat(IntStream.range(0, 6).filter(partition -> !Routing.isStray(key, partition, 6)))
                    .containsExactly(home);
        }
    }

    @Test
    void isStray_onlyPartition_isNever() {
        assertThat(Routing.isStray(key("b1"), 0, 1)).isFalse();
    }

    @Test
    void isStray_keyThatNamesNoBoard_staysWhereItIs() {
        for (int partition = 0; partition < 4; partition++) {
            assertThat(Routing.isStray(null, partition, 4)).isFalse();
            assertThat(Routing.isStray(new byte[0], partition, 4)).isFalse();
            assertThat(Routing.isStray(key("!partition-1"), partition, 4)).isFalse();
            assertThat(Routing.isStray(new byte[] {(byte) 0xff}, partition, 4)).isFalse();
            assertThat(Routing.isStray(new byte[801], partition, 4)).isFalse();
        }
    }

    @Test
    void isForwardable_upToWhatARecordHolds_isTrue() {
        assertThat(Routing.isForwardable(null)).isTrue();
        assertThat(Routing.isForwardable(new byte[RecordSizes.MAX_VALUE_BYTES])).isTrue();
        assertThat(Routing.isForwardable(new byte[RecordSizes.MAX_VALUE_BYTES + 1]))
                .isFalse();
    }
}
