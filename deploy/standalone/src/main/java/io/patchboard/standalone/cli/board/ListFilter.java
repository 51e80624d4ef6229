package io.patchboard.standalone.cli.board;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.model.BoardQuery;
import io.patchboard.client.model.BoardQuery.Label;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Degradation;
import io.patchboard.kernel.state.IndexValues;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code board list} that leave boards out; they mean what the parameters of the HTTP API mean. */
final class ListFilter implements Predicate<BoardProjection> {

    @Option(
            names = "--phase",
            paramLabel = "PHASE",
            description = "Only boards in this phase: open, paused, compensating, completed, halted or cancelled.")
    private Optional<Phase> phase = Optional.empty();

    @Option(names = "--blueprint", paramLabel = "NAME", description = "Only boards of a blueprint of this name.")
    private Optional<String> blueprint = Optional.empty();

    @Option(names = "--worker", paramLabel = "NAME", description = "Only boards whose blueprint has this worker.")
    private Optional<String> worker = Optional.empty();

    @Option(
            names = "--label",
            paramLabel = "NAME[=VALUE]",
            converter = LabelConverter.class,
            description = "Only boards with this label, of any value or of this one.")
    private Optional<Label> label = Optional.empty();

    @Option(
            names = "--index",
            paramLabel = "NAME=VALUE",
            converter = IndexConverter.class,
            description = "Only boards that have this value at the place that their blueprint names so in indexes.")
    private Optional<Label> index = Optional.empty();

    @Option(
            names = "--q",
            paramLabel = "TEXT",
            description =
                    "Only boards with this text in their id, their blueprint's name, the value of a label or the name of a"
                            + " worker that owes an answer, in upper or lower case.")
    private Optional<String> text = Optional.empty();

    @Option(names = "--degraded", description = "Only boards with something in their state that a fallback wrote.")
    private boolean degraded;

    @Option(names = "--limit", paramLabel = "N", description = "How many at most. Default: all")
    private Optional<Integer> limit = Optional.empty();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** @throws ParameterException if it is not one board at least */
    long limit() {
        if (limit.isPresent() && limit.get() < 1) {
            throw new ParameterException(
                    spec.commandLine(), "Expected at least 1 in --limit, but got " + limit.get() + ".");
        }
        return limit.isPresent() ? limit.get() : Long.MAX_VALUE;
    }

    /** The same, as parameters of the HTTP API. */
    Map<String, String> query() {
        Map<String, String> query = new TreeMap<>();
        phase.ifPresent(wanted -> query.put("phase", wanted.word()));
        blueprint.ifPresent(wanted -> query.put("blueprint", wanted));
        worker.ifPresent(wanted -> query.put("worker", wanted));
        label.ifPresent(wanted -> query.put("label", wanted.toString()));
        index.ifPresent(wanted ->
                query.put("index", wanted.name() + ":" + wanted.value().orElse("")));
        text.ifPresent(wanted -> query.put("q", wanted));
        if (degraded) {
            query.put("degraded", "true");
        }
        return query;
    }

    /** The same, for an index. */
    BoardQuery wanted() {
        return new BoardQuery(
                phase, blueprint, worker, label, index, text, Optional.empty(), BoardQuery.Order.ID, degraded);
    }

    @Override
    public boolean test(BoardProjection projection) {
        Board board = projection.board();
        Optional<Blueprint> plan = board.blueprint();
        Optional<String> name = plan.map(Blueprint::name);
        return phase.filter(wanted -> wanted != board.phase()).isEmpty()
                && (blueprint.isEmpty() || blueprint.equals(name))
                && (worker.isEmpty()
                        || plan.filter(has -> has.worker(worker.get()).isPresent())
                                .isPresent())
                && (!degraded || Degradation.isIn(board))
                && label.filter(wanted -> !wanted.isAmong(projection.labels())).isEmpty()
                && index.filter(wanted -> !wanted.isAmong(IndexValues.of(board)))
                        .isEmpty()
                && text.filter(wanted ->
                                words(projection).noneMatch(word -> lower(word).contains(lower(wanted))))
                        .isEmpty();
    }

    /** Where a text is looked for. */
    private static Stream<String> words(BoardProjection projection) {
        Board board = projection.board();
        Stream<String> owing = board.phase().ended()
                ? Stream.of()
                : board.open().values().stream().map(OpenInvocation::worker);
        return Stream.of(
                        Stream.of(board.id()),
                        board.blueprint().map(Blueprint::name).stream(),
                        projection.labels().values().stream(),
                        owing)
                .flatMap(words -> words);
    }

    /** For picocli. */
    static final class LabelConverter implements ITypeConverter<Label> {

        @Override
        public Label convert(String text) {
            return Label.parse(text);
        }
    }

    /** Unlike a label, an index is always asked for a value. */
    static final class IndexConverter implements ITypeConverter<Label> {

        @Override
        public Label convert(String text) {
            if (text.indexOf('=') < 1) {
                throw new TypeConversionException("Expected NAME=VALUE, but got \"" + text + "\".");
            }
            return Label.parse(text);
        }
    }

    private static String lower(String some) {
        return some.toLowerCase(Locale.ROOT);
    }
}
