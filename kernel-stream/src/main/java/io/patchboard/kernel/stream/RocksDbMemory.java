package io.patchboard.kernel.stream;

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

    /**
     * For blocks, indexes, filters and write buffers. Filters take 1.25 bytes for a key, so those of a million boards
     * with ten keys each fit beside full write buffers; boards in use are in {@link BoardCache}, and the disk's cache
     * has the rest. Not strict: a strict limit fails reads, and with them the task, when iterators hold more.
     */
    private static final long TOTAL_BYTES = 96L * 1024 * 1024;

    /**
     * The part of it that write buffers may take. Beyond, the store that is written to next flushes whatever it has,
     * however little, which makes many small files.
     */
    private static final long WRITE_BUFFER_BYTES = 48L * 1024 * 1024;

    /**
     * Three stores of each task are written to with every commit, and four tasks are the default: all twelve can fill
     * theirs.
     */
    private static final long ONE_WRITE_BUFFER_BYTES = 4L * 1024 * 1024;

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
