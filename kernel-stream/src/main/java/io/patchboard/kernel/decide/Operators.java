package io.patchboard.kernel.decide;

import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.decide.stage.Authorship;
import io.patchboard.kernel.decide.stage.Checked;
import io.patchboard.kernel.decide.stage.Signatory;
import io.patchboard.kernel.work.Work;
import io.patchboard.record.Command;
import io.patchboard.record.Decide;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.sign.AuthorKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has an operator signed a command, where the blueprint that governs the board says who they are?
 *
 * @param audience the topic that commands have to be signed for; absent where a log is played again, of which the
 *     kernel has asked it: its commands are as good as signed
 */
record Operators(Optional<String> audience) {

    /** The command as it may go into the log, or why it is not done. */
    Checked<Command> check(Command command, Blueprint rules, Work work) {
        if (audience.isPresent() && !rules.operators().isEmpty()) {
            return Checked.unless(refusal(command, rules, work), command);
        }
        // What nobody has checked does not go into the log as if somebody had.
        return Checked.pass(command.signature().isPresent() ? command.signed(Optional.empty()) : command);
    }

    private Optional<Rejection> refusal(Command command, Blueprint rules, Work work) {
        Map<String, List<AuthorKey>> operators = rules.operators();
        Optional<String> by = command.header().by().filter(operators::containsKey);
        List<AuthorKey> keys = by.map(operators::get).orElse(List.of());
        Signatory operator = Signatory.operator(by, keys);
        if (command.signature().isPresent() && by.isEmpty()) {
            return Optional.of(operator.refuse(
                    RejectionCode.SIGNATURE,
                    "/by",
                    "Expected the name of one of the blueprint's operators, who has signed the command, but got "
                            + command.header()
                                    .by()
                                    .map(name -> "\"" + name + "\"")
                                    .orElse("nothing")
                            + ". Say who signs (" + operator.how() + ")."));
        }
        return new Authorship(audience, command, work).refusal(operator).or(() -> unsaid(command, operator));
    }

    /** The one thing that a board waits for may be another by the time that the command comes. */
    private static Optional<Rejection> unsaid(Command command, Signatory operator) {
        return command instanceof Decide decide && decide.item().isEmpty()
                ? Optional.of(operator.refuse(
                        RejectionCode.SIGNATURE,
                        "/item",
                        "Expected the sequence of the entry that is decided, since who signs has to say what about, but got"
                                + " nothing. Name it (board resolve ID SEQUENCE on the command line)."))
                : Optional.empty();
    }
}
