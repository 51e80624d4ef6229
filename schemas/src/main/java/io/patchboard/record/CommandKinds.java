package io.patchboard.record;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kinds of commands, with what reads each. A new kind comes last, as in {@link EventKinds} and for the same reason.
 */
public final class CommandKinds {

    private record Kind(Class<? extends Command> record, Function<Fields, Command> reader) {

        /** As records and schemas name it. */
        String type() {
            return record.getSimpleName();
        }
    }

    private static final List<Kind> ALL = List.of(
            new Kind(CreateBoard.class, CreateBoard::read),
            new Kind(PauseBoard.class, PauseBoard::read),
            new Kind(ResumeBoard.class, ResumeBoard::read),
            new Kind(CancelBoard.class, CancelBoard::read),
            new Kind(ReopenBoard.class, ReopenBoard::read),
            new Kind(Decide.class, Decide::read),
            new Kind(EditBoard.class, EditBoard::read),
            new Kind(MarkBoard.class, MarkBoard::read),
            new Kind(RestoreBoard.class, RestoreBoard::read),
            new Kind(AmendBlueprint.class, AmendBlueprint::read));

    /** Their names. */
    public static final List<String> TYPES = ALL.stream().map(Kind::type).toList();

    private CommandKinds() {}

    static Optional<Function<Fields, Command>> reader(String type) {
        return ALL.stream().filter(kind -> kind.type().equals(type)).findFirst().map(Kind::reader);
    }
}
