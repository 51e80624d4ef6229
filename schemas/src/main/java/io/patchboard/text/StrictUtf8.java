package io.patchboard.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Text of bytes that have to be UTF-8: a {@code String} made of them has replacements for those that are not. */
public final class StrictUtf8 {

    private StrictUtf8() {}

    /** Absent if the bytes are no text. */
    public static Optional<String> text(byte[] bytes) {
        return text(bytes, 0, bytes.length);
    }

    public static Optional<String> text(byte[] bytes, int offset, int length) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, offset, length))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
