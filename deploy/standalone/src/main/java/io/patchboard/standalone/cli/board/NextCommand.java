package io.patchboard.standalone.cli.board;

import io.patchboard.kernel.state.Incident;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.record.NeedsPerson.Option;
import io.patchboard.text.ShellWord;

/** What a person types who has read what a board waits for; words in capitals are his to fill in. */
public final class NextCommand {

    private NextCommand() {}

    /** A held patch is read before it is decided about; everything else has been read by then. */
    static String of(String boardId, Incident item) {
        String which = ShellWord.of(boardId) + " " + item.sequence();
        return item.gate().isPresent()
                ? "./patchboard approvals show " + which
                : "./patchboard board resolve " + which + " "
                        + choice(item.options().get(0), item) + " --reason TEXT";
    }

    /** What a role asks for that a person serves. */
    static String of(String boardId, OpenInvocation task) {
        return "./patchboard " + answer(boardId, task.worker(), task.id());
    }

    /** As what a role asks for that a person serves, without the program's name. */
    public static String answer(String boardId, String worker, String invocationId) {
        return "propose --board " + ShellWord.of(boardId) + " --worker " + ShellWord.of(worker) + " --invocation "
                + ShellWord.of(invocationId) + " --patch FILE";
    }

    private static String choice(Option option, Incident item) {
        return switch (option) {
            case WORKER -> "--worker NAME";
            case RAISE -> "--raise " + ShellWord.of(item.detail()) + "=MOST";
            case RETRY, SKIP, RESUME, HALT, APPROVE, REJECT, MODIFY, ESCALATE -> "--" + option.word();
        };
    }
}
