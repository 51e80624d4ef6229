package io.patchboard.record;

import java.util.regex.Pattern;

/**
 * The names of PatchBoard's topics.
 *
 * @param prefix before every name; ends where the name begins, usually with a dot
 */
public record Topics(String prefix) {

    public static final String DEFAULT_PREFIX = "patchboard.";

    /** What a prefix is, as the rest of a sentence. */
    public static final String PREFIX_FORM = "letters, digits, dots, underscores and dashes, 200 at most,";

    /** What Kafka takes for a part of a topic's name, with room for the rest of it. */
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{0,200}");

    /** As blueprints have it, in their meta-schema. */
    private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    /** Whether there can be topics whose names begin so. */
    public static boolean isPrefix(String text) {
        return PREFIX.matcher(text).matches();
    }

    /** Whether a blueprint may name a queue so. */
    public static boolean isQueue(String text) {
        return QUEUE.matcher(text).matches();
    }

    public String commands() {
        return prefix + "commands";
    }

    public String proposals() {
        return prefix + "proposals";
    }

    public String committed() {
        return prefix + "committed";
    }

    public String rejected() {
        return prefix + "rejected";
    }

    /** The queue of invocations that boards of their own answer. */
    public static final String BOARDS_QUEUE = "boards";

    public String invocations(String queue) {
        return prefix + "invocations." + queue;
    }

    /** Published blueprints, which kernels do not read. */
    public String blueprints() {
        return prefix + "blueprints";
    }

    /** Events of which a source could make nothing, which kernels do not read. */
    public String deadLetters() {
        return prefix + "dead-letters";
    }

    /** What models did with their tools, by board, which kernels do not read. */
    public String trajectories() {
        return prefix + "trajectories";
    }

    /** How far workers have come with what they are asked, which kernels do not read. */
    public String checkpoints() {
        return prefix + "checkpoints";
    }

    /** What opens sealed values, or says that it was destroyed; kernels do not read it. */
    public String keys() {
        return prefix + "keys";
    }

    /** The consumer group of a source, which says how far it has come. */
    public String sourceGroup(String source) {
        return prefix + "source." + source;
    }

    /** The group in which gateways share the limits that hold for all of them; it reads nothing. */
    public String limitsGroup() {
        return prefix + "limits";
    }

    /** The consumer group of whoever makes the boards that boards ask for. */
    public String boardsGroup() {
        return prefix + "child-boards";
    }

    /** Whether a topic holds invocations, of whatever queue. */
    public boolean holdsInvocations(String topic) {
        return topic.startsWith(invocations(""));
    }

    /** The consumer group that reads {@link #commands} and {@link #proposals}; also the kernel's application id. */
    public String kernelGroup() {
        return prefix + "kernel";
    }

    /** Where the kernel writes the entry of an event. */
    public String of(Event event) {
        return switch (event) {
            case WorkerInvoked invoked -> invocations(invoked.queue());
            case RejectedEvent rejected -> rejected();
            case CommittedEvent committed -> committed();
            // Most kinds of events stand there, so one of a later version most likely does.
            case UnknownEvent unknown -> committed();
        };
    }
}
