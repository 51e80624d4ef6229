package io.patchboard.record;

import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Set;

/**
 * What every entry of a board's log carries.
 *
 * @param sequence 1, 2, 3, ... for each board, over all output topics
 * @param version number of committed state changes after this entry
 * @param time when the kernel decided, from the record that caused it; never goes back within a board
 * @param previousHash the {@code hash} of the entry before; 64 zeros for the first
 * @param hash SHA-256 of this entry's canonical JSON without the field {@code hash}
 */
public record LogHeader(String boardId, long sequence, long version, Instant time, String previousHash, String hash) {

    /** The {@code previousHash} of a board's first entry. */
    public static final String GENESIS_HASH = "0".repeat(64);

    /** The fields of an entry that are not its event's. */
    public static final Set<String> NAMES =
            Set.of("type", "boardId", "sequence", "version", "time", "previousHash", "hash");

    /** Of an entry, about. */
    private static final int MEMBERS = 16;

    private static final String HASH = "hash";

    private static final String FORM = "0000-00-00T00:00:00.000Z";

    /** In seconds. */
    private static final int DAY = 86_400;

    private static final long YEAR_0 = -62_167_219_200L;
    private static final long YEAR_10000 = 253_402_300_800L;

    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    static LogHeader read(Fields fields) {
        return new LogHeader(
                fields.string("boardId"),
                fields.integer("sequence"),
                fields.integer("version"),
                fields.time("time"),
                fields.string("previousHash"),
                fields.optionalString("hash").orElse(""));
    }

    public LogHeader withHash(String newHash) {
        return new LogHeader(boardId, sequence, version, time, previousHash, newHash);
    }

    /** ISO 8601 in UTC with milliseconds, in the years 0 to 9999 always in the same length. */
    public static String format(Instant time) {
        if (time.getEpochSecond() < YEAR_0 || time.getEpochSecond() >= YEAR_10000) {
            return MILLISECONDS.format(time);
        }
        LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(time.getEpochSecond(), DAY));
        int second = Math.floorMod(time.getEpochSecond(), DAY);
        byte[] text = FORM.getBytes(StandardCharsets.ISO_8859_1);
        digits(day.getYear(), text, 3);
        digits(day.getMonthValue(), text, 6);
        digits(day.getDayOfMonth(), text, 9);
        digits(second / 3_600, text, 12);
        digits(second / 60 % 60, text, 15);
        digits(second % 60, text, 18);
        digits(time.getNano() / 1_000_000, text, 22);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** Over zeros. */
    private static void digits(int number, byte[] text, int last) {
        int at = last;
        for (int rest = number; rest > 0; rest /= 10) {
            text[at--] = (byte) ('0' + rest % 10);
        }
    }

    /**
     * Any ISO 8601 instant in UTC; one in the form of {@link #format}, as entries have it, in a tenth of the time.
     *
     * @throws DateTimeException if it is none
     */
    static Instant parse(String text) {
        if (text.length() != FORM.length()) {
            return Instant.parse(text);
        }
        int[] numbers = new int[7];
        int number = 0;
        for (int i = 0; i < FORM.length(); i++) {
            char c = text.charAt(i);
            if (FORM.charAt(i) != '0') {
                if (c != FORM.charAt(i)) {
                    return Instant.parse(text);
                }
                number++;
            } else if (c >= '0' && c <= '9') {
                numbers[number] = numbers[number] * 10 + c - '0';
            } else {
                return Instant.parse(text);
            }
        }
        if (numbers[3] > 23 || numbers[4] > 59 || numbers[5] > 59) {
            return Instant.parse(text);
        }
        long day = LocalDate.of(numbers[0], numbers[1], numbers[2]).toEpochDay();
        long seconds = ((day * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5];
        return Instant.ofEpochSecond(seconds, numbers[6] * 1_000_000L);
    }

    JsonObject.Builder writeFirst(String type) {
        return JsonObject.builder(MEMBERS)
                .put("type", type)
                .put("boardId", boardId)
                .put("sequence", sequence)
                .put("version", version)
                .put("time", format(time));
    }

    /** The two hashes close a record; an entry that is not sealed yet has no {@code hash}. */
    JsonObject writeLast(JsonObject.Builder builder) {
        builder.put("previousHash", previousHash);
        if (!hash.isEmpty()) {
            builder.put(HASH, hash);
        }
        return builder.build();
    }

    /** A record that was written without its hash, with it. */
    static JsonObject withHash(JsonObject unsealed, String hash) {
        return unsealed.with(HASH, Json.of(hash));
    }
}
