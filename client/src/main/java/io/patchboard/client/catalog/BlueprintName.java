package io.patchboard.client.catalog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a published blueprint is called: {@code review@3} is its third version, {@code review@latest} the newest, and
 * {@code review} the one that new boards get, see {@link Shelf#chosen}.
 *
 * @param version a number from 1, or {@link #LATEST}; absent where only the name is given
 */
public record BlueprintName(String name, Optional<String> version) {

    public static final String LATEST = "latest";

    private static final Pattern FORM = Pattern.compile("([A-Za-z][A-Za-z0-9._-]{0,127})(?:@(latest|[1-9]\\d{0,8}))?");

    /** Empty if the text is no such name. */
    public static Optional<BlueprintName> of(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new BlueprintName(matcher.group(1), Optional.ofNullable(matcher.group(2))))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return name + version.map(which -> "@" + which).orElse("");
    }
}
