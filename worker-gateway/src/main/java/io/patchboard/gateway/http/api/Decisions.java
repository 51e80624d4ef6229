package io.patchboard.gateway.http.api;

import io.patchboard.gateway.access.Right;
import io.patchboard.gateway.http.api.ControlRoute.Verb;
import io.patchboard.record.CommandHeader;
import io.patchboard.record.Decide;
import io.patchboard.record.Fields;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Raise;
import java.util.Optional;
import java.util.Set;

/** What a person decides, from the body of a request. */
final class Decisions {

    /** What the body names, or the only thing that the board waits for. */
    static final Verb ANY = new Verb(
            Right.APPROVE,
            true,
            Set.of("item", "option", "worker", "raised", "patch"),
            Verb.now((header, body) -> read(header, body, body.optionalInteger("item"))));

    private Decisions() {}

    /** What the entry with this sequence asks for. */
    static Verb about(long item) {
        return new Verb(
                Right.APPROVE,
                true,
                Set.of("option", "worker", "raised", "patch"),
                Verb.now((header, body) -> read(header, body, Optional.of(item))));
    }

    private static Decide read(CommandHeader header, Fields body, Optional<Long> item) {
        return new Decide(
                header,
                item,
                body.word("option", NeedsPerson.Option.class),
                body.optionalString("worker"),
                body.records("raised", Raise::read),
                body.optionalJson("patch"));
    }
}
