package io.patchboard.record;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ids of the commands by which boards that were made for others follow them. They follow from the invocation, so that a
 * kernel decides each once, whoever sends it how often.
 */
public final class ChildCommands {

    private static final String CREATE = "create-";
    private static final String CANCEL = "cancel-";
    private static final String PAUSE = "pause-";
    private static final String RESUME = "resume-";

    private static final String INVOCATION = "(" + Pattern.quote(Child.INVOCATION_PREFIX) + ".*)";
    private static final Pattern RESUMED = Pattern.compile(RESUME + "(\\d+)-" + INVOCATION);
    private static final Pattern ANY =
            Pattern.compile("(?:create|cancel|(?:pause|resume)-\\d+)-" + INVOCATION, Pattern.DOTALL);

    private ChildCommands() {}

    /** By which the board is made. */
    public static String create(String invocationId) {
        return CREATE + invocationId;
    }

    /** By which the board ends, since nobody waits for it any more. */
    public static String cancel(String invocationId) {
        return CANCEL + invocationId;
    }

    /** @param sequence of the entry by which the parent was paused */
    public static String pause(long sequence, String invocationId) {
        return PAUSE + sequence + "-" + invocationId;
    }

    /** @param sequence of the entry by which the parent went on */
    public static String resume(long sequence, String invocationId) {
        return RESUME + sequence + "-" + invocationId;
    }

    /** Whether it is one of them, so that nobody else may use it up. */
    public static boolean isOne(String commandId) {
        return ANY.matcher(commandId).matches();
    }

    /**
     * A board was to go on because its parent did.
     *
     * @param sequence of the entry by which the parent went on, in digits
     */
    public record Resumed(String sequence, String invocationId) {

        /** Absent where it is another command's id. */
        public static Optional<Resumed> of(String commandId) {
            Matcher found = RESUMED.matcher(commandId);
            return found.matches() ? Optional.of(new Resumed(found.group(1), found.group(2))) : Optional.empty();
        }
    }
}
