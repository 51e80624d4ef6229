package io.patchboard.json;

/** Sums up how large children are. Each is asked once: a short one finds out its extent anew each time. */
final class Extents {

    private long bytes;
    private long compactBytes;
    private long compactChars;
    private int depth;
    private long containers;
    private long around;

    Extents run(Extent extent) {
        bytes += extent.bytes();
        compactBytes += extent.compactBytes();
        compactChars += extent.compactChars();
        depth = Math.max(depth, extent.depth());
        containers += extent.containers();
        around += extent.around();
        return this;
    }

    Extents item(Json value) {
        around += TreeSize.ITEM;
        return add(value);
    }

    Extents member(String name, Json value) {
        long quoted = Utf8Text.quotedBytes(name);
        bytes += quoted + 1;
        compactBytes += quoted + 1;
        compactChars += (Utf8Text.isPlain(name, quoted) ? quoted : Utf8Text.quotedChars(name)) + 1;
        around += TreeSize.MEMBER;
        return add(value);
    }

    private Extents add(Json value) {
        if (value instanceof CachedPart part) {
            return run(part.extent());
        }
        long size = value.canonicalBytes();
        bytes += size;
        long compact = value.compactBytes();
        compactBytes += compact;
        compactChars += value instanceof JsonString ? value.compactChars() : compact;
        around += TreeSize.own(value) + (size > MerkleText.SHORT ? TreeSize.DIGEST : 0);
        return this;
    }

    /** @param own memory that the run itself takes */
    Extent ofRun(int own) {
        return new Extent(bytes, compactBytes, compactChars, depth, containers, around + own);
    }

    /** Of the object or array that has these children, and takes so much memory itself. */
    Extent enclosed(int children, int own) {
        int punctuation = 2 + Math.max(0, children - 1);
        return new Extent(
                bytes + punctuation,
                compactBytes + punctuation,
                compactChars + punctuation,
                depth + 1,
                containers + 1,
                around + own + (bytes > MerkleText.SHORT ? TreeSize.KEPT : 0));
    }
}
