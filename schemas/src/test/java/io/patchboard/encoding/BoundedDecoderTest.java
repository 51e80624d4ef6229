package io.patchboard.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BoundedDecoderTest {

    @Test
    void readString_anyBytes_whatUtf8HasOrRefused() {
        for (int pair = 0; pair < 1 << 16; pair++) {
            assertReadAsItIs((byte) (pair >> 8), (byte) pair);
        }
        Random random = new Random(7);
        byte[] begins = {'a', (byte) 0xE0, (byte) 0xED, (byte) 0xEF, (byte) 0xF0, (byte) 0xF4};
        for (int i = 0; i < 100_000; i++) {
            byte[] text = new byte[1 + random.nextInt(5)];
            random.nextBytes(text);
            for (int j = 1; j < text.length; j++) {
                text[j] = (byte) (0x80 | text[j] & 0x3F);
            }
            text[0] = begins[random.nextInt(begins.length)];
            assertReadAsItIs(text);
        }
    }

    @Test
    void readString_aReplacementThatWasMeant_read() {
        String text = "a\uFFFDé\uD83D\uDE00";
        assertThat(read(text.getBytes(StandardCharsets.UTF_8))).contains(text);
    }

    private static void assertReadAsItIs(byte... text) {
        assertThat(read(text)).isEqualTo(decoded(text));
    }

    private static Optional<String> decoded(byte[] text) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(byte[] text) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        data.write(2 * text.length);
        data.writeBytes(text);
        BoundedDecoder decoder = new BoundedDecoder(data.toByteArray(), 0);
        try {
            String read = decoder.readString();
            assertThat(decoder.isAtEnd()).isTrue();
            return Optional.of(read);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("well-formed UTF-8 at byte 1 of");
            return Optional.empty();
        }
    }
}
