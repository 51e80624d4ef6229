package io.patchboard.json;

/** Sums up how large children are. Each is asked once: a short one finds out its extent anew each time. */
final class Extents {

    private long bytes;
    private long compactBytes;
    private long compactChars;
    private int depth;
    private long containers;

    Extents add(Extent extent) {
        bytes += extent.bytes();
        compactBytes += extent.compactBytes();
        compactChars += extent.compactChars();
        depth = Math.max(depth, extent.depth());
        containers += extent.containers();
        return this;
    }

    Extents add(Json value) {
        if (value instanceof CachedPart part) {
            return add(part.extent());
        }
        bytes += value.canonicalBytes();
        compactBytes += value.compactBytes();
        compactChars += value.compactChars();
        return this;
    }

    Extents add(String name, Json value) {
        long quoted = Utf8Text.quotedBytes(name);
        bytes += quoted + 1;
        compactBytes += quoted + 1;
        compactChars += (Utf8Text.isPlain(name, quoted) ? quoted : Utf8Text.quotedChars(name)) + 1;
        return add(value);
    }

    Extent sum() {
        return new Extent(bytes, compactBytes, compactChars, depth, containers);
    }
}
