package io.patchboard.kernel.stream;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds RocksDB's memory for all stores of the process together, however many boards, tasks and stores there are; by
 * default each store of each task takes up to 100 MB of its own, and keeps the index and filter of every file besides.
 * It is native memory, in addition to the heap. Public because Kafka Streams makes it by its class name.
 */
public final class RocksDbMemory implements RocksDBConfigSetter {

    private static final long MEGABYTE = 1024 * 1024;

    /**
     * For blocks, indexes, filters and write buffers. Not strict: a strict limit fails reads, and with them the task,
     * when iterators hold more.
     */
    private static final long TOTAL_BYTES = totalBytes(machineBytes());

    /**
     * The part of it that write buffers may take. Beyond, the store that is written to next flushes whatever it has,
     * however little, which makes many small files, which are merged again and again.
     */
    private static final long WRITE_BUFFER_BYTES = TOTAL_BYTES / 2;

    /** Three stores of each partition are written to with every commit, and these of its copies elsewhere. */
    private static final long ONE_WRITE_BUFFER_BYTES = 4 * MEGABYTE;

    /**
     * Reserved for indexes and filters: without the filter, each new proposal's id costs a read of the disk for each
     * file.
     */
    private static final double INDEXES_AND_FILTERS = 0.3;

    private static final int DEFAULT_SHARD_BITS = -1;

    static {
        RocksDB.loadLibrary();
    }

    private static final Cache CACHE = new LRUCache(TOTAL_BYTES, DEFAULT_SHARD_BITS, false, INDEXES_AND_FILTERS);
    private static final WriteBufferManager WRITE_BUFFERS = new WriteBufferManager(WRITE_BUFFER_BYTES, CACHE);

    /**
     * A tenth of the machine's memory; a container gives half of it to the heap. At least what the filters of a million
     * boards with ten keys each need beside full write buffers, at 1.25 bytes for a key; at most what makes 32
     * partitions as quick as eight. Boards in use are in {@link BoardCache}, and the disk's cache has the rest.
     */
    static long totalBytes(long machineBytes) {
        return Math.clamp(machineBytes / 10, 96 * MEGABYTE, 512 * MEGABYTE);
    }

    /** What this machine has, or the container if that has less. */
    private static long machineBytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize();
    }

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(WRITE_BUFFERS);
        options.setWriteBufferSize(ONE_WRITE_BUFFER_BYTES);
    }

    /** The cache and the write buffers are shared, so no store may close them. */
    @Override
    public void close(String storeName, Options options) {}
}
