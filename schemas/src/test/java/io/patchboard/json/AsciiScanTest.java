package io.patchboard.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AsciiScanTest {

    private static final int LONGEST = 19;

    @Test
    void isAscii_anyByteAtAnyPlace_saysWhetherThatIs() {
        for (int length = 1; length <= LONGEST; length++) {
            for (int place = 0; place < length; place++) {
                for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
                    byte[] text = text(length, place, (byte) value);
                    assertThat(AsciiScan.isAscii(text))
                            .as("%d at %d", value, place)
                            .isEqualTo(value > 0);
                }
            }
        }
        assertThat(AsciiScan.isAscii(new byte[0])).isTrue();
    }

    @Test
    void has_anyByteAtAnyPlace_findsThatOne() {
        for (int length = 1; length <= LONGEST; length++) {
            for (int place = 0; place < length; place++) {
                for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
                    byte[] text = text(length, place, (byte) value);
                    assertThat(AsciiScan.has(text, (byte) '\\'))
                            .as("%d at %d", value, place)
                            .isEqualTo(value == '\\');
                }
            }
        }
        assertThat(AsciiScan.has(new byte[0], (byte) '\\')).isFalse();
    }

    private static byte[] text(int length, int place, byte value) {
        byte[] text = new byte[length];
        Arrays.fill(text, (byte) ']'); // next to the backslash
        text[place] = value;
        return text;
    }
}
