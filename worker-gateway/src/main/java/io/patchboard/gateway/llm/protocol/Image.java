package io.patchboard.gateway.llm.protocol;

/**
 * A picture beside a question.
 *
 * @param name what the question calls it
 * @param type its media type
 * @param base64 its bytes
 */
public record Image(String name, String type, String base64) {

    /** What stands before it, so that the model can tell which one it is. */
    String title() {
        return "Image " + name + ":";
    }

    /** As an address that has the bytes in it. */
    String dataUrl() {
        return "data:" + type + ";base64," + base64;
    }

    /** Without the bytes. */
    @Override
    public String toString() {
        return title() + " " + type;
    }
}
