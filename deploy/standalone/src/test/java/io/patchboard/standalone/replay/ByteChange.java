package io.patchboard.standalone.replay;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A log in which one byte of one record of some boards is another.
 *
 * @param boards whose log it is
 */
record ByteChange(List<ConsumerRecord<byte[], byte[]>> records, Set<String> boards) {

    static ByteChange in(List<ConsumerRecord<byte[], byte[]>> records, int boards, Random random) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            places.add(i);
        }
        Collections.shuffle(places, random);
        List<ConsumerRecord<byte[], byte[]>> changed = new ArrayList<>(records);
        Set<String> touched = new TreeSet<>();
        for (int place : places) {
            ConsumerRecord<byte[], byte[]> record = records.get(place);
            if (touched.size() < boards && touched.add(new String(record.key(), StandardCharsets.UTF_8))) {
                changed.set(place, withValue(record, changed(record.value(), random)));
            }
        }
        return new ByteChange(changed, touched);
    }

    private static ConsumerRecord<byte[], byte[]> withValue(ConsumerRecord<byte[], byte[]> record, byte[] value) {
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.timestampType(),
                record.serializedKeySize(),
                value.length,
                record.key(),
                value,
                record.headers(),
                record.leaderEpoch());
    }

    /** Another digit for a digit, another letter for a letter. */
    private static byte[] changed(byte[] value, Random random) {
        byte[] copy = value.clone();
        while (true) {
            int at = random.nextInt(copy.length);
            if (copy[at] >= 'a' && copy[at] < 'z' || copy[at] >= '0' && copy[at] < '9') {
                copy[at]++;
                return copy;
            }
        }
    }
}
