package io.patchboard.kernel.tokens;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.Arrays;
import java.util.Optional;

/**
 * The published encodings that token counts can be made with. A count is exact for models that use the encoding, and an
 * estimate for all others; what matters here is that everybody counts alike, and counts the same again in replay.
 */
public enum Tokenizer {
    O200K_BASE("o200k_base", EncodingType.O200K_BASE),
    CL100K_BASE("cl100k_base", EncodingType.CL100K_BASE),
    P50K_BASE("p50k_base", EncodingType.P50K_BASE),
    R50K_BASE("r50k_base", EncodingType.R50K_BASE);

    public static final Tokenizer DEFAULT = O200K_BASE;

    /** No token of any of the encodings stands for more characters. */
    public static final int MOST_CHARS = 128;

    /** Characters of a word that is counted in one piece. */
    private static final int LONGEST_WORD = 1_000;

    /** Tables are loaded when they are first needed; thread-safe. */
    private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();

    private final String id;
    private final EncodingType type;

    Tokenizer(String id, EncodingType type) {
        this.id = id;
        this.type = type;
    }

    /** The name that blueprints use. */
    public String id() {
        return id;
    }

    public static Optional<Tokenizer> of(String id) {
        return Arrays.stream(values())
                .filter(tokenizer -> tokenizer.id.equals(id))
                .findFirst();
    }

    /**
     * Tokens of the text, in which names of special tokens are text like any other. A long run without white space, or
     * of nothing else, is counted in pieces, because the work for one word grows faster than its length; the count can
     * only be larger for it.
     */
    public int count(String text) {
        int count = 0;
        int from = 0;
        int run = 0;
        boolean blank = false;
        for (int i = 0; i < text.length(); i++) {
            boolean goesOn = blank == Character.isWhitespace(text.charAt(i));
            run = goesOn ? run + 1 : 1;
            blank ^= !goesOn;
            if (run >= LONGEST_WORD && !Character.isHighSurrogate(text.charAt(i))) {
                count += exactly(text.substring(from, i + 1));
                from = i + 1;
                run = 0;
            }
        }
        return count + exactly(text.substring(from));
    }

    private int exactly(String text) {
        return text.isEmpty() ? 0 : REGISTRY.getEncoding(type).countTokensOrdinary(text);
    }
}
