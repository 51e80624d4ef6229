package io.patchboard.standalone.cli.base;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import io.patchboard.record.BoardCancelled;
import io.patchboard.record.BoardCompleted;
import io.patchboard.record.BoardCreated;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.BoardPaused;
import io.patchboard.record.BoardResumed;
import io.patchboard.record.BranchStopped;
import io.patchboard.record.BudgetWarning;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.RejectedEvent;
import io.patchboard.record.TriggerHeld;
import io.patchboard.record.WorkerInvoked;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A log entry on one line, for people. */
public final class EntryLine {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

    private static final int MOST_OPERATIONS = 3;
    private static final int VALUE_LENGTH = 40;
    private static final int MESSAGE_LENGTH = 160;
    private static final int NAME_LENGTH = 40;

    private EntryLine() {}

    /** Sequence, time (UTC), and {@link #summary}. */
    public static String of(LogEntry entry, Style style) {
        return String.format(
                "%5d  %s  %s",
                entry.sequence(), style.faint(TIME.format(entry.header().time())), summary(entry, style));
    }

    /** What happened, in a few words. */
    public static String summary(LogEntry entry, Style style) {
        return switch (entry.event()) {
            case PatchCommitted committed ->
                columns(
                        style.good(word("commit")),
                        who(committed.worker(), committed.trigger().map(trigger -> trigger.rule())),
                        "v" + entry.header().version() + "  " + patch(committed.patch()));
            case RejectedEvent rejected -> rejection(rejected, style);
            case WorkerInvoked invoked -> {
                String attempt = invoked.attempt() == 1 ? "" : "  attempt " + invoked.attempt();
                yield columns(
                        style.faint(word("invoke")),
                        who(invoked.worker(), Optional.of(invoked.trigger().rule())),
                        invoked.trigger().path().map(Style::harmless).orElse("") + attempt);
            }
            case BoardCreated created ->
                columns(
                        style.strong(word("created")),
                        name(created.blueprint()),
                        "v" + entry.header().version());
            case BoardCompleted completed ->
                columns(style.good(word("completed")), "", value(completed.result(), MESSAGE_LENGTH));
            case BoardHalted halted -> {
                String reason = halted.detail().isEmpty()
                        ? halted.reason().word()
                        : halted.reason().word() + " " + halted.detail();
                yield columns(
                        style.bad(word("halted")),
                        Style.brief(reason, NAME_LENGTH),
                        message(Optional.of(halted.message())));
            }
            case BoardCancelled cancelled -> columns(style.notable(word("cancelled")), "", message(cancelled.reason()));
            case BoardPaused paused -> columns(style.notable(word("paused")), "", message(paused.reason()));
            case BoardResumed resumed -> columns(style.notable(word("resumed")), "", message(resumed.reason()));
            default -> side(entry, style);
        };
    }

    /** Entries that explain why something else happens, or does not. */
    private static String side(LogEntry entry, Style style) {
        return switch (entry.event()) {
            case CircuitTripped trip -> {
                String who = trip.worker().orElse("board");
                String action = trip.action().word()
                        + trip.target().map(target -> " " + target).orElse("");
                yield columns(
                        style.notable(word("tripped")),
                        Style.brief(trip.detector().word() + " " + who, NAME_LENGTH),
                        Style.brief(trip.message(), MESSAGE_LENGTH) + "  (" + Style.harmless(action) + ")");
            }
            case BranchStopped stopped ->
                columns(
                        style.notable(word("stopped")),
                        who(
                                stopped.worker().orElse(""),
                                Optional.of(stopped.trigger().rule())),
                        stopped.reason().word() + "  " + message(Optional.of(stopped.message())));
            case BudgetWarning warning ->
                columns(
                        style.notable(word("budget")),
                        Style.brief(
                                warning.worker().map(worker -> worker + " ").orElse("")
                                        + warning.budget().word(),
                                NAME_LENGTH),
                        message(Optional.of(warning.message())));
            case TriggerHeld held ->
                columns(
                        style.faint(word("wait")),
                        who(held.worker().orElse(""), Optional.of(held.trigger().rule())),
                        (held.trigger()
                                        .path()
                                        .map(path -> Style.harmless(path) + "  ")
                                        .orElse("")
                                + "for " + held.reason().word()
                                + held.due()
                                        .map(at -> ", until " + TIME.format(at))
                                        .orElse("")));
            default -> columns(style.notable(word("unknown")), "", Style.brief(entry.type(), NAME_LENGTH));
        };
    }

    private static String rejection(RejectedEvent rejected, Style style) {
        String who = rejected instanceof PatchRejected patch ? patch.worker().orElse("") : "command";
        String retry =
                rejected instanceof PatchRejected patch && patch.retryAt().isPresent() ? "  (will retry)" : "";
        return columns(
                style.bad(word("reject")),
                Style.brief(who, NAME_LENGTH),
                rejected.stage() + " " + Style.harmless(rejected.rejection().code()) + "  "
                        + Style.brief(rejected.rejection().message(), MESSAGE_LENGTH) + retry);
    }

    private static String columns(String what, String who, String rest) {
        return (what + " " + String.format("%-24s", who) + " " + rest).stripTrailing();
    }

    private static String word(String what) {
        return String.format("%-9s", what);
    }

    private static String who(String worker, Optional<String> rule) {
        return Style.brief(worker, NAME_LENGTH)
                + rule.map(name -> " < " + Style.brief(name, NAME_LENGTH)).orElse("");
    }

    private static String name(Json blueprint) {
        return blueprint instanceof JsonObject object
                        && object.get("name").orElse(Json.nul()) instanceof JsonString name
                ? Style.brief(name.value(), NAME_LENGTH)
                : "";
    }

    private static String message(Optional<String> text) {
        return text.map(some -> Style.brief(some, MESSAGE_LENGTH)).orElse("");
    }

    /** The operations of a patch, as {@code add /claims/0 {"text":...}}. */
    static String patch(Json patch) {
        if (!(patch instanceof JsonArray operations)) {
            return value(patch, VALUE_LENGTH);
        }
        List<String> shown = new ArrayList<>();
        operations.stream().limit(MOST_OPERATIONS).forEach(operation -> shown.add(operation(operation)));
        if (operations.size() > MOST_OPERATIONS) {
            shown.add("and " + (operations.size() - MOST_OPERATIONS) + " more");
        }
        return operations.isEmpty() ? "(no change)" : String.join("; ", shown);
    }

    private static String operation(Json operation) {
        if (!(operation instanceof JsonObject object)) {
            return value(operation, VALUE_LENGTH);
        }
        StringBuilder text = new StringBuilder(text(object, "op"));
        object.get("from")
                .ifPresent(from -> text.append(' ').append(text(object, "from")).append(" to"));
        text.append(' ').append(text(object, "path"));
        object.get("value").ifPresent(value -> text.append(' ').append(value(value, VALUE_LENGTH)));
        return text.toString();
    }

    private static String text(JsonObject object, String name) {
        return object.get(name).orElse(Json.nul()) instanceof JsonString text ? Style.harmless(text.value()) : "?";
    }

    /** The beginning of a value's compact JSON. */
    static String value(Json value, int length) {
        return Style.brief(JsonWriter.compact(value), length);
    }
}
