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
 * Bounds RocksDB's memory for all stores of the process together; by default each store of each task takes up to 100 MB
 * of its own. Public because Kafka Streams makes it by its class name.
 */
public final class RocksDbMemory implements RocksDBConfigSetter {

    private static final long TOTAL_BYTES = 96L * 1024 * 1024;
    private static final long WRITE_BUFFER_BYTES = 48L * 1024 * 1024;
    private static final long ONE_WRITE_BUFFER_BYTES = 8L * 1024 * 1024;

    static {
        RocksDB.loadLibrary();
    }

    private static final Cache CACHE = new LRUCache(TOTAL_BYTES);
    private static final WriteBufferManager WRITE_BUFFERS = new WriteBufferManager(WRITE_BUFFER_BYTES, CACHE);

    @Override
    public void setConfig(String storeName, Options options, Map<String, Object> configs) {
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(CACHE);
        table.setCacheIndexAndFilterBlocks(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(WRITE_BUFFERS);
        options.setWriteBufferSize(ONE_WRITE_BUFFER_BYTES);
    }

    /** The cache and the write buffers are shared, so no store may close them. */
    @Override
    public void close(String storeName, Options options) {}
}
