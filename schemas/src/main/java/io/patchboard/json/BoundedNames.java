package io.patchboard.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import java.io.IOException;

/**
 * Makes parsers whose names cost no more than others, whatever they are. A parser of bytes looks each name up in a
 * table that all texts share. Those that have no place of their own there are searched one after the other: names that
 * collide are easily made, 50,000 of them in a text took half a second, and 20,000 times the last one of many as long.
 * And the bytes of all names stand in one array, which each text with a new name copies: long names, or very many, make
 * that dear for everybody. So a parser of bytes gives up where it is so, and what it read by then is forgotten; whoever
 * reads the text as characters needs no table.
 *
 * <p>Jackson's own limit refuses the text, leaves the table that all texts share unusable, and does not see a name that
 * comes again.
 */
final class BoundedNames extends JsonFactory {

    private static final long serialVersionUID = 1L;

    /** Names that go up in steps have more of these than others, and some thousands of them no more than so many. */
    private static final int MOST_WITHOUT_PLACE = 512;

    /** Of the longest name, four bytes in each. Jackson makes room for some more than it needs. */
    private static final int MOST_QUADS = 64;

    /** Of all texts; Jackson's own table begins anew at 6,000. */
    private static final int MOST_KEPT = 2_000;

    private transient volatile ByteQuadsCanonicalizer known = ByteQuadsCanonicalizer.createRoot();

    BoundedNames(JsonFactoryBuilder settings) {
        super(settings);
    }

    /** How many names of former texts are known. */
    int kept() {
        return known.size();
    }

    @Override
    protected JsonParser _createParser(byte[] utf8, int offset, int length, IOContext context) {
        return new OfBytes(context, utf8, offset, length);
    }

    private final class OfBytes extends UTF8StreamJsonParser {

        OfBytes(IOContext context, byte[] utf8, int offset, int length) {
            super(
                    context,
                    _parserFeatures,
                    null,
                    null,
                    known.makeChild(_factoryFeatures),
                    utf8,
                    offset,
                    offset + length,
                    0,
                    false);
        }

        @Override
        public String currentName() throws IOException {
            if (areDear()) {
                throw new IOException("there are too many names that collide, or they are too long.");
            }
            return super.currentName();
        }

        /** A text that is no JSON leaves its names, too. */
        @Override
        public void close() throws IOException {
            super.close();
            if (areDear() || _symbols.size() > MOST_KEPT) {
                known = ByteQuadsCanonicalizer.createRoot();
            }
        }

        private boolean areDear() {
            return _symbols.spilloverCount() > MOST_WITHOUT_PLACE || _quadBuffer.length > MOST_QUADS;
        }
    }
}
