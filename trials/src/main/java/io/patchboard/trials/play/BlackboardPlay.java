package io.patchboard.trials.play;

import io.patchboard.faults.board.Blackboard;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import io.patchboard.record.LogEntry;
import io.patchboard.record.LogHeader;
import io.patchboard.record.Trigger;
import io.patchboard.record.WorkerInvoked;
import java.time.Instant;
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
record BlackboardPlay(Household household, boolean schema, Function<JsonObject, Blackboard> board)
        implements Arm.Mechanism {

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
            return new Played(game.isReached(), ended(), game.steps(), ledger.calls(), refused, ledger.used());
        }

        private Ended ended() {
            if (game.isReached()) {
                return Ended.REACHED;
            }
            return game.isOver() ? Ended.STEPS : team.isOutOfTime() ? Ended.TIME : Ended.CALLS;
        }

        private void ask(Turns.Turn turn) {
            Answer answer = team.ask(invitation(turn));
            if (answer.isFailed()) {
                refused++;
            } else {
                turns.answered(turn);
            }
            board.deliver(answer.isFailed() ? Optional.empty() : Optional.of(answer.patch()), ledger.said());
        }

        private LogEntry invitation(Turns.Turn turn) {
            JsonObject worker = arm.household().worker(turn.worker());
            String instruction = ((JsonString) worker.get("instruction").orElseThrow()).value();
            JsonArray contract = (JsonArray) worker.get("write").orElseThrow();
            JsonObject view = view(turn, contract);
            return new LogEntry(
                    new LogHeader("episode", asked, asked, Instant.EPOCH, LogHeader.GENESIS_HASH, ""),
                    new WorkerInvoked(
                            "i-" + asked,
                            turn.worker(),
                            "default",
                            1,
                            Instant.EPOCH,
                            asked,
                            new Trigger("turn", asked, Optional.of(turn.item())),
                            instruction,
                            view,
                            "",
                            contract));
        }

        private JsonObject view(Turns.Turn turn, JsonArray contract) {
            JsonObject document = board.document();
            JsonObject.Builder state = JsonObject.builder();
            document.members().forEach((name, value) -> state.put("/" + name, value));
            JsonObject.Builder view = JsonObject.builder()
                    .put("contract", contract)
                    .put("schema", arm.schema() ? arm.household().schemas(contract) : JsonObject.EMPTY)
                    .put("item", JsonObject.of("path", Json.of(turn.item())))
                    .put("state", state.build());
            String appended = board.appended();
            return appended.isEmpty()
                    ? view.build()
                    : view.put("text", appended).build();
        }
    }

    /** Those of the fault table. */
    static BlackboardPlay of(Household household, boolean structured) {
        return new BlackboardPlay(
                household,
                structured,
                state -> structured ? Boards.structured(state, household.schema()) : Boards.plain(state));
    }
}
