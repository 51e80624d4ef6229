package io.patchboard.kernel.state;

import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.Fields;
import io.patchboard.record.LogHeader;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a person has to decide.
 *
 * @param sequence of the entry that says so
 * @param since when that was; where there is a time for it, moved forward by as long as the board was paused
 * @param reason what happened
 * @param detail what exactly, in a word
 * @param worker that it is about; absent for the board as a whole
 * @param trigger what it was at; absent where the incident is about all that the worker is given up for
 * @param message a sentence for people
 * @param options what may be decided
 * @param gate who may decide about the patch that is held, and until when; absent for what is about none
 */
public record Incident(
        long sequence,
        Instant since,
        BoardHalted.Reason reason,
        String detail,
        NeedsPerson.Holds holds,
        Optional<String> worker,
        Optional<Trigger> trigger,
        String message,
        List<NeedsPerson.Option> options,
        Optional<NeedsPerson.Gate> gate) {

    public static Incident of(LogHeader header, NeedsPerson entry) {
        return new Incident(
                header.sequence(),
                header.time(),
                entry.reason(),
                entry.detail(),
                entry.holds(),
                entry.worker(),
                entry.trigger(),
                entry.message(),
                entry.options(),
                entry.gate());
    }

    /** Whether the worker is not invoked until somebody has decided. */
    boolean suspends(String name) {
        return switch (holds) {
            case PATCH, TRIGGER -> false;
            case WORKER -> isOf(name);
            case BOARD -> true;
        };
    }

    /** Whether it is about what a worker was given up for. */
    boolean isAbout(Abandoned one) {
        return (worker.isEmpty() || isOf(one.worker()))
                && (trigger.isEmpty() || trigger.get().equals(one.trigger()));
    }

    /** Whether it is about this worker. */
    public boolean isOf(String name) {
        return worker.filter(name::equals).isPresent();
    }

    public Incident withTrigger(Optional<Trigger> moved) {
        return new Incident(sequence, since, reason, detail, holds, worker, moved, message, options, gate);
    }

    /** When it is decided by itself; absent if never. */
    public Optional<Instant> due() {
        return gate.flatMap(NeedsPerson.Gate::due);
    }

    /** All that time tells of it moves by as long as a pause lasted. */
    public Incident postponed(Duration pause) {
        return new Incident(
                sequence,
                due().isPresent() ? since.plus(pause) : since,
                reason,
                detail,
                holds,
                worker,
                trigger,
                message,
                options,
                gate.map(asked -> asked.withDue(asked.due().map(time -> time.plus(pause)))));
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("sequence", sequence)
                .put("since", LogHeader.format(since))
                .put("reason", reason.word())
                .put("detail", detail)
                .put("holds", holds.word())
                .putStringIfPresent("worker", worker)
                .putIfPresent("trigger", trigger.map(Trigger::toJson))
                .put("message", message)
                .put(
                        "options",
                        JsonArray.ofStrings(
                                options.stream().map(NeedsPerson.Option::word).toList()))
                .putIfPresent("gate", gate.map(NeedsPerson.Gate::toJson))
                .build();
    }

    static Incident read(Fields fields) {
        return new Incident(
                fields.integer("sequence"),
                fields.time("since"),
                fields.word("reason", BoardHalted.Reason.class),
                fields.string("detail"),
                fields.word("holds", NeedsPerson.Holds.class),
                fields.optionalString("worker"),
                fields.optionalRecord("trigger", Trigger::read),
                fields.string("message"),
                fields.words("options", NeedsPerson.Option.class),
                fields.optionalRecord("gate", NeedsPerson.Gate::read));
    }

    void measure(BoardSize size) {
        size.item(detail);
        size.text(message);
        worker.ifPresent(size::text);
        trigger.ifPresent(size::add);
        gate.ifPresent(asked -> {
            size.item("");
            asked.approvers().forEach(size::item);
            asked.escalation().forEach(size::item);
            asked.excluded().forEach(size::item);
        });
    }
}
