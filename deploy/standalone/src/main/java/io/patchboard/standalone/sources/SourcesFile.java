package io.patchboard.standalone.sources;

import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.Values;
import io.patchboard.gateway.config.YamlFile;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.json.JsonPlace;
import io.patchboard.record.Word;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The content of a {@code sources.yaml}: what becomes of the events of which topics, and of time.
 *
 * <pre>{@code
 * sources:
 *   orders:                                # each event makes a board
 *     topic: orders
 *     when: event.total > 100
 *     board: {id: "'order-' + event.id", blueprint: review@latest, input: {order: event}}
 *   payments:                              # each event is a patch on one
 *     topic: payments
 *     correlate: {board: "'order-' + event.order"}
 *     worker: payments
 *     patch: [{op: add, path: /payments/-, value: event}]
 *   report:                                # so does each moment of a schedule
 *     every: "0 7 * * MON-FRI"
 *     zone: Europe/Berlin
 *     board: {id: "'report-' + date", blueprint: report}
 * }</pre>
 */
public final class SourcesFile {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
    private static final int LABEL_CHARS = 63;
    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");
    private static final Set<String> MEMBERS = Set.of(
            "topic",
            "webhook",
            "every",
            "zone",
            "catchUp",
            "overlap",
            "when",
            "quota",
            "board",
            "correlate",
            "worker",
            "patch");
    private static final Set<String> OVERLAPS =
            Stream.of(Overlap.values()).map(Overlap::word).collect(Collectors.toSet());

    private final Values values;

    private SourcesFile(Path file) {
        this.values = new Values(Optional.ofNullable(file.getParent()).orElse(Path.of("")), System.getenv());
    }

    /**
     * The file's text, for who wants to know whether it has changed.
     *
     * @throws ConfigException if it cannot be read
     */
    public static String read(Path file) throws ConfigException {
        return YamlFile.read(file, "sources");
    }

    /** @throws ConfigException with every error of the text, and of blueprints in files that it names */
    public static List<SourceSpec> parse(String yaml, Path file) throws ConfigException {
        SourcesFile content = new SourcesFile(file);
        List<SourceSpec> sources = content.read(JsonPlace.of(YamlFile.document(yaml, file)));
        if (!content.values.problems().isEmpty()) {
            throw new ConfigException(file.toString(), content.values.problems());
        }
        return sources;
    }

    private List<SourceSpec> read(JsonPlace document) {
        JsonPlace top = values.object(document);
        values.refuseUnknown(top, Set.of("sources"));
        List<SourceSpec> sources = new ArrayList<>();
        for (JsonPlace place : values.section(top, "sources").members()) {
            source(place).ifPresent(sources::add);
        }
        if (sources.isEmpty() && values.problems().isEmpty()) {
            values.problem(top.at().child("sources"), "an object of sources by name", "got none");
        }
        return sources;
    }

    private Optional<SourceSpec> source(JsonPlace place) {
        if (!NAME.matcher(place.name()).matches()) {
            values.problem(
                    place.at(),
                    "a name of 1 to 100 letters, digits, dots, underscores and dashes",
                    "got \"" + place.name() + "\"");
        }
        JsonPlace source = values.object(place);
        values.refuseUnknown(source, MEMBERS);
        boolean timed = source.child("every").isPresent();
        if (timed == source.child("topic").isPresent()) {
            values.problem(source.at(), "either topic, or every", timed ? "got both" : "got neither");
            return Optional.empty();
        }
        source.child("webhook")
                .filter(only -> timed)
                .ifPresent(only -> values.problem(only.at(), "no webhook with every", "got one"));
        for (String name : List.of("zone", "catchUp", "overlap")) {
            source.child(name)
                    .filter(only -> !timed)
                    .ifPresent(only -> values.problem(only.at(), "no " + name + " without every", "got one"));
        }
        for (String name : List.of("overlap", "quota")) {
            source.child(name).ifPresent(only -> findsBoards(only, name, source));
        }
        Optional<SourceSpec.From> from = timed ? schedule(source) : topic(source);
        SourceReader reader = new SourceReader(values, timed ? Due.VARIABLES : Event.VARIABLES);
        Optional<Template.Computed> when = source.child("when").flatMap(reader::condition);
        Optional<Quota> quota = source.child("quota").flatMap(reader::quota);
        Optional<SourceSpec.Makes> makes = reader.makes(source);
        return from.isPresent() && makes.isPresent()
                ? Optional.of(new SourceSpec(place.name(), from.get(), when, quota, makes.get()))
                : Optional.empty();
    }

    /** What its boards are found by is a label with its name. */
    private void findsBoards(JsonPlace only, String name, JsonPlace source) {
        if (source.child("board").isEmpty()) {
            values.problem(only.at(), "no " + name + " without board", "got one");
        }
        if (source.name().length() > LABEL_CHARS) {
            values.problem(
                    source.at(),
                    "a name of at most " + LABEL_CHARS + " characters for a source with " + name,
                    "got one of " + source.name().length());
        }
    }

    private Optional<SourceSpec.From> topic(JsonPlace source) {
        JsonPlace place = source.into("topic");
        Optional<String> topic = values.text(place);
        topic.filter(name -> !TOPIC.matcher(name).matches())
                .ifPresent(name -> values.problem(
                        place.at(),
                        "a topic's name (letters, digits, dots, underscores and dashes, 249 at most)",
                        "got \"" + name + "\""));
        Optional<Secret> webhook = source.child("webhook").map(values::object).flatMap(hook -> {
            values.refuseUnknown(hook, Set.of("secret"));
            return values.secret(hook.into("secret"));
        });
        return topic.map(name -> new SourceSpec.Topic(name, webhook));
    }

    private Optional<SourceSpec.From> schedule(JsonPlace source) {
        JsonPlace every = source.into("every");
        Optional<String> cron = values.text(every);
        cron.flatMap(Schedule::problem)
                .ifPresent(problem -> values.problem(
                        every.at(),
                        "five fields of cron such as \"0 7 * * MON-FRI\" (minute, hour, day, month, weekday)",
                        "got " + every.value() + ": " + problem));
        ZoneId zone = source.child("zone").flatMap(this::zone).orElse(ZoneOffset.UTC);
        Duration catchUp = source.child("catchUp").flatMap(values::duration).orElse(Duration.ZERO);
        Overlap overlap = source.child("overlap").flatMap(this::overlap).orElse(Overlap.ALLOW);
        return cron.map(text -> new SourceSpec.Time(new Schedule(text, zone, catchUp, overlap)));
    }

    private Optional<Overlap> overlap(JsonPlace place) {
        return values.word(place, OVERLAPS).map(word -> Word.of(Overlap.class, word));
    }

    private Optional<ZoneId> zone(JsonPlace place) {
        Optional<String> name = values.text(place);
        Optional<ZoneId> zone =
                name.filter(ZoneId.getAvailableZoneIds()::contains).map(ZoneId::of);
        if (name.isPresent() && zone.isEmpty()) {
            values.problem(place.at(), "a time zone such as Europe/Berlin or UTC", "got \"" + name.get() + "\"");
        }
        return zone;
    }
}
