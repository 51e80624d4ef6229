package io.patchboard.kernel.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RocksDbMemoryTest {

    private static final long GIGABYTE = 1L << 30;

    @Test
    void totalBytes_isATenthOfTheMachine_butNotOfASmallOrALargeOne() {
        assertThat(RocksDbMemory.totalBytes(GIGABYTE / 2)).isEqualTo(96L << 20);
        assertThat(RocksDbMemory.totalBytes(2 * GIGABYTE)).isEqualTo(2 * GIGABYTE / 10);
        assertThat(RocksDbMemory.totalBytes(24 * GIGABYTE)).isEqualTo(512L << 20);
    }
}
