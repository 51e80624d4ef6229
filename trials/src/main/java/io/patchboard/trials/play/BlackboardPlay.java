package io.patchboard.trials.play;

import io.patchboard.faults.board.Blackboard;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.JsonObject;
import java.util.Optional;
import java.util.function.Function;

/**
 * A game on a blackboard without a kernel. Whoever's turn it is reads all of it, is told in the prompt what its role
 * may write, and writes; what becomes of that is the blackboard's matter. A loop hands out the turns as the
 * blueprint's rules do, by what stands on the board, and asks again where nothing came of it, as often as the
 * blueprint does. When the game is over, the game says, not the board.
 *
 * @param schema whether prompts show the schemas of what may be written
 */
record BlackboardPlay(TeamBlueprint household, boolean schema, Function<JsonObject, Blackboard> board)
        implements Arm.Mechanism<Table> {

    @Override
    public Played play(Table table) {
        Ledger ledger = new Ledger(table.model(), table.counts());
        try (Team team = new Team(ledger, table.clock(), table.clock().instant().plus(table.longest()))) {
            return new Game(this, table, ledger, team).play();
        }
    }

    private static final class Game {

        private final BlackboardPlay arm;
        private final Ledger ledger;
        private final Team team;
        private final SharedBoard board;
        private final LiveGame game;
        private final Turns turns;
        private int refused;
        private int asked;

        Game(BlackboardPlay arm, Table table, Ledger ledger, Team team) {
            this.arm = arm;
            this.ledger = ledger;
            this.team = team;
            this.board = new SharedBoard(arm.board().apply(Household.initial(table)));
            this.game = new LiveGame(table.games(), table.game(), table.steps());
            this.turns = new Turns(board);
        }

        Played play() {
            board.deliver(Optional.of(game.tell(Optional.empty(), false)), "");
            while (!game.isOver() && asked < Table.MOST_CALLS && !team.isOutOfTime()) {
                asked++;
                Turns.Turn turn = turns.next();
                if (turn.worker().equals(Household.ENVIRONMENT)) {
                    String command = board.ofLast("actions", "command");
                    board.deliver(Optional.of(game.tell(Optional.of(command), false)), "");
                } else {
                    ask(turn);
                }
            }
            return new Played(game.isReached(), game.ended(team), game.steps(), ledger.calls(), refused, ledger.used());
        }

        private void ask(Turns.Turn turn) {
            Answer answer =
                    team.ask(board.invitation(arm.household(), arm.schema(), asked, turn.worker(), turn.item()));
            if (answer.isFailed()) {
                refused++;
            } else {
                turns.answered(turn);
            }
            board.deliver(answer.isFailed() ? Optional.empty() : Optional.of(answer.patch()), ledger.said());
        }
    }

    /** Those of the fault table. */
    static BlackboardPlay of(TeamBlueprint household, boolean structured) {
        return new BlackboardPlay(
                household,
                structured,
                state -> structured ? Boards.structured(state, household.schema()) : Boards.plain(state));
    }
}
