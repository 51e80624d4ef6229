package io.patchboard.bench.process;

import io.patchboard.bench.load.Claims;
import io.patchboard.bench.load.Shape;
import java.util.Arrays;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The practical limit: what none can do without. It reads a record, gets the value of its key from a RocksDB store,
 * puts it back with the record's bytes in it, and forwards the record.
 *
 * <p>With a value of the size of a whole board it is what a kernel would be that stores each state as one value, if all
 * else cost nothing.
 */
final class GetPutForward implements Processor<byte[], byte[], byte[], byte[]> {

    private static final String STORE = "values";

    private final byte[] first;
    private ProcessorContext<byte[], byte[]> context;
    private KeyValueStore<byte[], byte[]> store;

    private GetPutForward(byte[] first) {
        this.first = first;
    }

    static ProcessorSupplier<byte[], byte[], byte[], byte[]> withValuesOf(int bytes) {
        byte[] first = Arrays.copyOf(new Claims(Shape.LIST, bytes, Claims.SHORT_QUOTE).stateBytes(), bytes);
        return PlainStreams.supplier(() -> new GetPutForward(first), STORE);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> processorContext) {
        context = processorContext;
        store = context.getStateStore(STORE);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        byte[] known = store.get(record.key());
        byte[] next = known == null ? first.clone() : known;
        System.arraycopy(record.value(), 0, next, 0, Math.min(next.length, record.value().length));
        store.put(record.key(), next);
        context.forward(record);
    }
}
