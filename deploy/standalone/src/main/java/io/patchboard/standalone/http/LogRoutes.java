package io.patchboard.standalone.http;

import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.patchboard.client.board.Ancestry;
import io.patchboard.client.board.Causes;
import io.patchboard.client.model.BoardLogs;
import io.patchboard.client.model.BoardModel;
import io.patchboard.client.model.Summary;
import io.patchboard.gateway.http.ProblemException;
import io.patchboard.json.JsonObject;
import io.patchboard.record.ContractLimits;
import io.patchboard.record.Event;
import io.patchboard.record.EventKinds;
import io.patchboard.record.LogEntry;
import io.patchboard.record.WorkerInvoked;
import io.patchboard.text.Cut;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;

/** The routes that read a board's log: parts of it, one entry, and what led to what. */
final class LogRoutes {

    private static final long MOST_ENTRIES = 10_000;

    /** Of all logs that are read to tell what led to an entry: each is in memory with a few words of each entry. */
    private static final long MOST_LINKS = 100_000;

    private static final int MOST_NAME_CHARS = 100;

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final ReadRoutes.Boards model;
    private final EventStreams streams;

    LogRoutes(ReadRoutes.Boards model, EventStreams streams) {
        this.model = model;
        this.streams = streams;
    }

    /** What goes on after what there is: from the entry after the last that the reader had. */
    void follow(Context context) throws InterruptedException {
        String id = ReadRoutes.id(context);
        for (String part : List.of("to", "limit")) {
            if (context.queryParam(part) != null) {
                throw ReadRoutes.bad("Expected no " + part + " with " + EventStreams.TYPE
                        + ", which goes on until it is closed, but got one.");
            }
        }
        long from = ReadRoutes.number(context, "from", 1, Long.MAX_VALUE).orElse(1L);
        String last = context.header(LAST_EVENT_ID);
        if (last != null && !last.matches("\\d{1,18}")) {
            throw ReadRoutes.bad("Expected the id of the last event, a sequence, in the header " + LAST_EVENT_ID
                    + ", but got \"" + Cut.shortened(last, MOST_NAME_CHARS) + "\".");
        }
        EventStream.Wish wish = new EventStream.Wish(
                last == null ? from : Long.parseLong(last) + 1, kind(context), ListQuery.flag(context, "below"));
        BoardModel boards = model.asAsked(context);
        ReadRoutes.known(id, () -> boards.summary(id));
        streams.answer(context, boards, id, wish);
    }

    void log(Context context) throws InterruptedException {
        String id = ReadRoutes.id(context);
        long from = ReadRoutes.number(context, "from", 1, Long.MAX_VALUE).orElse(1L);
        long to = ReadRoutes.number(context, "to", from, Long.MAX_VALUE).orElse(Long.MAX_VALUE);
        long limit = ReadRoutes.number(context, "limit", 1, MOST_ENTRIES).orElse(Long.MAX_VALUE);
        Optional<String> kind = kind(context);
        BoardModel boards = model.asAsked(context);
        Part part = new Part(to, limit);
        if (kind.isPresent()) {
            boards.logs().chosen(id, from, part.isOf(kind.get()), part);
        } else {
            boards.logs().read(id, from, part);
        }
        if (part.body.size() > ContractLimits.MAX_READ_BYTES) {
            throw new ProblemException(
                    HttpStatus.INSUFFICIENT_STORAGE,
                    "Expected at most " + ContractLimits.MAX_READ_BYTES
                            + " bytes of a log, but there are more. Ask for parts of it with"
                            + " from (a sequence) and limit (a number of entries).");
        }
        if (part.entries == 0) {
            ReadRoutes.known(id, () -> boards.summary(id));
        }
        if (part.last > 0) {
            context.header(ReadRoutes.AS_OF, Long.toString(part.last));
        }
        context.contentType("application/json").result(part.close());
    }

    private static Optional<String> kind(Context context) {
        List<String> kinds = EventKinds.types(Event.class);
        Optional<String> kind = Optional.ofNullable(context.queryParam("kind"));
        if (kind.isPresent() && !kinds.contains(kind.get())) {
            throw ReadRoutes.bad(
                    "Expected one of " + String.join(", ", kinds) + " as kind, but got \"" + kind.get() + "\".");
        }
        return kind;
    }

    /** What is asked for of a log, as a JSON array that grows. */
    private static final class Part implements Predicate<BoardLogs.Entry> {

        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final long to;
        private final long limit;
        private long entries;
        private long last;

        Part(long to, long limit) {
            this.to = to;
            this.limit = limit;
        }

        /** Lets the first entry behind the part pass, too, so that the reading ends there. */
        Predicate<LogEntry> isOf(String kind) {
            return entry -> {
                boolean behind = entry.sequence() > to;
                last = behind ? last : entry.sequence();
                return behind || entry.type().equals(kind);
            };
        }

        @Override
        public boolean test(BoardLogs.Entry entry) {
            if (entry.sequence() > to) {
                return false;
            }
            last = entry.sequence();
            body.write(entries++ == 0 ? '[' : ',');
            body.writeBytes(entry.json());
            return entries < limit && entry.sequence() < to && body.size() <= ContractLimits.MAX_READ_BYTES;
        }

        byte[] close() {
            if (entries == 0) {
                body.write('[');
            }
            body.write(']');
            return body.toByteArray();
        }
    }

    void entry(Context context) throws InterruptedException {
        String id = ReadRoutes.id(context);
        long sequence = sequence(context);
        BoardModel boards = model.asAsked(context);
        Summary board = ReadRoutes.known(id, () -> boards.summary(id));
        LogEntry entry = boards.logs().one(id, sequence).orElseThrow(() -> missing(id, sequence, board.sequence()));
        JsonObject.Builder body =
                JsonObject.builder().put("asOf", board.sequence()).put("entry", entry.toJson());
        boards.logs().invocation(entry).ifPresent(invocation -> {
            WorkerInvoked shown = (WorkerInvoked) invocation.event();
            body.put("invocation", invocation.sequence()).put("view", shown.view());
        });
        context.header(ReadRoutes.AS_OF, Long.toString(board.sequence()));
        ReadRoutes.answer(context, body.build());
    }

    void causes(Context context) throws InterruptedException {
        String id = ReadRoutes.id(context);
        long sequence = sequence(context);
        BoardModel boards = model.asAsked(context);
        long length = ReadRoutes.known(id, () -> boards.summary(id)).sequence();
        if (length > MOST_LINKS) {
            throw new ProblemException(
                    HttpStatus.UNPROCESSABLE_CONTENT,
                    "Expected a log of at most " + MOST_LINKS + " entries, but that of board \"" + id + "\" has "
                            + length + ". Ask the topics: patchboard board why.");
        }
        Causes causes = boards.logs().causes(id);
        Causes.Chain chain = causes.of(sequence).orElseThrow(() -> missing(id, sequence, causes.last()));
        context.header(ReadRoutes.AS_OF, Long.toString(causes.last()));
        List<Causes.Link> caused = chain.caused();
        List<Causes.Link> shown = caused.subList(0, (int) Math.min(MOST_ENTRIES, caused.size()));
        ReadRoutes.answer(
                context,
                JsonObject.builder()
                        .put("boardId", id)
                        .put("asOf", causes.last())
                        .put("entry", chain.entry().toJson())
                        .put("causes", Causes.Link.array(chain.causes()))
                        .put("caused", Causes.Link.array(shown))
                        .put("more", caused.size() - shown.size())
                        .put(
                                "above",
                                Ancestry.of(chain, logs(boards, MOST_LINKS - length))
                                        .toJson())
                        .build());
    }

    /** Of those boards whose logs are there and have no more than so many entries together. */
    private static Function<String, Optional<Causes>> logs(BoardModel boards, long most) {
        AtomicLong left = new AtomicLong(most);
        return id -> boards.summary(id)
                .filter(known -> left.addAndGet(-known.sequence()) >= 0)
                .map(known -> boards.logs().causes(id));
    }

    private static long sequence(Context context) {
        String text = context.pathParam("sequence");
        if (!text.matches("[1-9]\\d{0,17}")) {
            throw ReadRoutes.bad("Expected the sequence of a log entry, a number from 1, but got \"" + text + "\".");
        }
        return Long.parseLong(text);
    }

    private static ProblemException missing(String id, long sequence, long last) {
        return new ProblemException(
                HttpStatus.NOT_FOUND,
                sequence > last
                        ? "Expected a sequence from 1 to " + last + " of the log of board \"" + id + "\", but got "
                                + sequence + "."
                        : "Expected entry " + sequence + " of board \"" + id + "\", but its log, which goes to " + last
                                + ", does not have it: it is still to come, or it was cut or could not be read.");
    }
}
