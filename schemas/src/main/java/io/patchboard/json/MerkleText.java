package io.patchboard.json;

/**
 * The text that a value's digest is the SHA-256 of: its canonical JSON, in which each part longer than 64 bytes is
 * replaced by {@code #} and its own digest.
 *
 * <p>So a value that changed in one place is hashed again only along the way to that place. A container with many
 * children is cut into runs for the same reason, each of which stands as {@code *} and its digest; see {@link Run}.
 * Neither sign can begin a JSON value, and a digest always has 32 bytes, so two values that differ never have the same
 * text. {@code docs/log-and-hashes.md} has the definition for auditors.
 */
final class MerkleText extends Utf8Text {

    /** Bytes of canonical text up to which a part is written out. */
    static final int SHORT = 64;

    MerkleText() {
        super(SpareArray.take(0));
    }

    static Digest digest(Json value) {
        MerkleText text = new MerkleText();
        Digest digest = text.digestOfChild(value);
        text.done();
        return digest;
    }

    Digest digestOfScalar(Json value) {
        clear();
        canonical(value);
        return sha256();
    }

    Digest digestOf(CachedPart part) {
        part.digestChildren(this);
        clear();
        part.writeTo(this);
        return sha256();
    }

    /** Before any text is begun: finds out the digest of a child that is too long to be written out. */
    void prepare(Json child) {
        if (child.canonicalBytes() > SHORT && !(child instanceof JsonNumber)) {
            digestOfChild(child);
        }
    }

    void child(Json child) {
        if (child.canonicalBytes() <= SHORT) {
            canonical(child);
        } else {
            // A number keeps no digest, so it is found out here: in a text of its own, since this one is in the making.
            reference('#', child instanceof JsonNumber ? digest(child) : digestOfChild(child));
        }
    }

    void run(Run run) {
        reference('*', run.digest(this));
    }

    private void reference(char sign, Digest digest) {
        ascii(sign);
        digest(digest);
    }

    Digest digestOfChild(Json child) {
        if (child instanceof CachedPart part) {
            return part.digest(this);
        }
        return child instanceof JsonString string ? string.digest(this) : digestOfScalar(child);
    }
}
