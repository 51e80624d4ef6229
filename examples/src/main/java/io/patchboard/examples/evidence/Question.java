package io.patchboard.examples.evidence;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A question that compares two subjects, understood by its form. */
sealed interface Question {

    /** "Were A and B of the same nationality?" */
    record SameProperty(List<String> subjects, Property property) implements Question {}

    /** "Who is older, A or B?" */
    record ByAge(List<String> subjects, boolean older) implements Question {
        @Override
        public Property property() {
            return Property.BIRTH_DATE;
        }
    }

    /** "Are both A and B located in Michigan?" */
    record BothIn(List<String> subjects, String place) implements Question {
        @Override
        public Property property() {
            return Property.LOCATION;
        }
    }

    /** Who or what is compared, as the question names them. */
    List<String> subjects();

    /** What has to be known of each subject. */
    Property property();

    /** Empty if the question has none of the forms that are understood. */
    static Optional<Question> parse(String text) {
        return Form.ALL.stream().flatMap(form -> form.read(text).stream()).findFirst();
    }

    /**
     * A form in which a question may come.
     *
     * @param pattern of the whole question
     * @param meaning of a match; empty if it asks for something that is not understood
     */
    record Form(Pattern pattern, Function<MatchResult, Optional<Question>> meaning) {

        private static final List<Form> ALL = List.of(
                form(
                        "(?:are|were|is|was|do|did) (?:both )?(.+?) and (.+?) (?:both )?(?:of|have|share) the same"
                                + " (\\w+)",
                        match -> Property.named(match.group(3))
                                .map(property -> new SameProperty(subjects(match, 1), property))),
                form(
                        "who (?:is|was) (?:the )?(older|younger)(?: one)?[,:] (.+?) or (.+?)",
                        match -> Optional.of(
                                new ByAge(subjects(match, 2), match.group(1).equalsIgnoreCase("older")))),
                form(
                        "(?:are|were) (?:both )?(.+?) and (.+?) (?:both )?(?:located|situated|based) in (?:the )?(.+?)",
                        match -> Optional.of(new BothIn(subjects(match, 1), match.group(3)))));

        private static Form form(String regex, Function<MatchResult, Optional<Question>> meaning) {
            return new Form(Pattern.compile(regex + "\\?", Pattern.CASE_INSENSITIVE), meaning);
        }

        private static List<String> subjects(MatchResult match, int first) {
            return List.of(match.group(first), match.group(first + 1));
        }

        private Optional<Question> read(String text) {
            Matcher matcher = pattern.matcher(text.strip());
            return matcher.matches() ? meaning.apply(matcher.toMatchResult()) : Optional.empty();
        }
    }
}
