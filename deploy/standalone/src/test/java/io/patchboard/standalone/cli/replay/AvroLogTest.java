package io.patchboard.standalone.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.patchboard.client.KafkaConnection;
import io.patchboard.client.log.LogRecord;
import io.patchboard.client.log.SampleLog;
import io.patchboard.encoding.RecordEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of a log in Avro the bytes are what has to be right, too. */
class AvroLogTest {

    private static final RecordEncoder ENCODER = RecordEncoder.avro();

    private static LogRecord inAvro(LogRecord record) {
        return new LogRecord(
                record.topic(), record.partition(), record.offset(), record.entry(), ENCODER.encode(record.entry()));
    }

    /** The same instant, in letters that Java reads, too. */
    private static LogRecord withAnotherSpelling(LogRecord record) {
        String bytes = new String(record.value(), StandardCharsets.ISO_8859_1);
        String time = record.entry().header().time().toString().replace("Z", ".000Z");
        assertThat(bytes).contains(time);
        return new LogRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                record.entry(),
                bytes.replace(time, time.replace("T", "t")).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static List<Finding> audited(List<LogRecord> log) {
        Audit audit = new Audit(
                KafkaConnection.to("unused:9092"),
                Check.HASHES,
                Long.MAX_VALUE,
                AnchorCheck.of(Optional.empty()),
                entry -> {});
        log.forEach(audit::entry);
        return audit.findings(false);
    }

    @Test
    void honestLog_isIdentical_andAnotherSpellingOfATime_differs() {
        List<LogRecord> log = SampleLog.completed("b").records().stream()
                .map(AvroLogTest::inAvro)
                .toList();

        assertThat(audited(log)).isEmpty();
        assertThat(audited(log.stream().map(AvroLogTest::withAnotherSpelling).toList()))
                .hasSize(log.size())
                .extracting(Finding::field, Finding::found)
                .contains(tuple("record", "time"));
    }
}
