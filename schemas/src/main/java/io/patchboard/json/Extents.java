package io.patchboard.json;

/** Sums up how large children are. Each is asked once: a short one finds out its extent anew each time. */
final class Extents {

    private long bytes;
    private int depth;
    private long containers;

    Extents add(Extent extent) {
        bytes += extent.bytes();
        depth = Math.max(depth, extent.depth());
        containers += extent.containers();
        return this;
    }

    Extents add(Json value) {
        if (value instanceof CachedPart part) {
            return add(part.extent());
        }
        bytes += value.canonicalBytes();
        return this;
    }

    Extents add(String name, Json value) {
        bytes += Utf8Text.quotedBytes(name) + 1;
        return add(value);
    }

    Extent sum() {
        return new Extent(bytes, depth, containers);
    }
}
