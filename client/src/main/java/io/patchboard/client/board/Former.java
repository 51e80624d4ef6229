package io.patchboard.client.board;

import io.patchboard.kernel.patch.Difference;
import io.patchboard.kernel.state.Board;
import io.patchboard.kernel.state.Mark;
import io.patchboard.kernel.state.Tainting;
import io.patchboard.record.BoardReopened.Invite;
import io.patchboard.record.CreateBoard;
import io.patchboard.record.ForkOrigin;
import io.patchboard.record.HeldMatch;
import io.patchboard.record.Marked;
import io.patchboard.record.RestoreBoard;
import io.patchboard.record.StateHash;
import java.util.List;

/** What a kernel has to be told of a board as it was, since it keeps no former states but those that are marked. */
public final class Former {

    private Former() {}

    /** To lead a board back. It holds for the board of now alone, which the command has to expect. */
    public static RestoreBoard.Former of(Board then, Board now) {
        Mark mark = Mark.of(then);
        return new RestoreBoard.Former(
                then.version(),
                Difference.between(now.state(), then.state()).toJson(),
                StateHash.of(then.state()),
                mark.pending().stream()
                        .map(one -> new Invite(one.worker(), one.trigger()))
                        .toList(),
                mark.held().stream()
                        .map(match ->
                                new HeldMatch(match.trigger(), match.reason(), match.key(), match.part(), match.due()))
                        .toList());
    }

    /**
     * What the values of that state bring along to another board which goes on from there. With another blueprint it is
     * what labels say of their places, too, since that one may not.
     *
     * @param blueprintHash of the blueprint that the other board has
     */
    public static List<Marked> marked(Board then, String blueprintHash) {
        return Tainting.broughtAlong(then, blueprintHash);
    }

    /** To let another board go on from there. */
    public static CreateBoard.Fork fork(Board then) {
        return new CreateBoard.Fork(
                new ForkOrigin(then.id(), then.sequence(), then.lastHash(), StateHash.of(then.state())), then.state());
    }
}
