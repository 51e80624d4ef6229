package io.patchboard.trials.play;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A game without a board. A planner, an actor, a verifier and a repair answer a supervisor in words, each shown all
 * that was said and seen so far and the commands that can be given now; the supervisor has the last word about each
 * command. It is a supervisor with sub-agents as the paper's baseline is described, and no framework's.
 */
record MessagesPlay(TeamBlueprint household) implements Arm.Mechanism<Table> {

    private static final String SUPERVISOR = "supervisor";
    private static final String TASK = "Say which command is to be given now: what the actor proposes, if the verifier"
            + " admits it, or else what the repair advises.";

    @Override
    public Played play(Table table) {
        Ledger ledger = new Ledger(table.model(), table.counts());
        try (Team team = new Team(ledger, table.clock(), table.clock().instant().plus(table.longest()))) {
            return new Talk(household, table, ledger, team).play();
        }
    }

    private static final class Talk {

        private final TeamBlueprint household;
        private final String task;
        private final Ledger ledger;
        private final Team team;
        private final LiveGame game;
        private final List<JsonObject> messages = new ArrayList<>();
        private JsonArray admissible = JsonArray.EMPTY;
        private boolean planned;
        private int turns;
        private int refused;

        Talk(TeamBlueprint household, Table table, Ledger ledger, Team team) {
            this.household = household;
            this.task = table.game().task();
            this.ledger = ledger;
            this.team = team;
            this.game = new LiveGame(table.games(), table.game(), table.steps());
        }

        Played play() {
            see(game.tell(Optional.empty(), false));
            while (goesOn()) {
                turn();
            }
            return new Played(game.isReached(), game.ended(team), game.steps(), ledger.calls(), refused, ledger.used());
        }

        private boolean goesOn() {
            return !game.isOver() && turns < Table.MOST_CALLS && !team.isOutOfTime();
        }

        private void turn() {
            if (!planned) {
                say("planner");
                planned = true;
            }
            say("actor");
            if (!say("verifier").startsWith("admitted")) {
                say("repair");
            }
            String command = say(SUPERVISOR);
            if (!command.isEmpty() && goesOn()) {
                turns++;
                see(game.tell(Optional.of(command), false));
                planned = !Turns.TELLING.matcher(command).matches();
            }
        }

        private String say(String role) {
            turns++;
            String instruction = role.equals(SUPERVISOR)
                    ? TASK
                    : ((JsonString) household.worker(role).get("instruction").orElseThrow()).value();
            JsonObject state = JsonObject.builder()
                    .put("/task", task)
                    .put("/messages", JsonArray.copyOf(messages))
                    .put("/admissible", admissible)
                    .build();
            String said =
                    team.say(role, instruction, JsonObject.of("state", state)).orElse("");
            if (said.isEmpty()) {
                refused++;
            } else {
                messages.add(Messages.message(role, said));
            }
            return said;
        }

        /** What the game tells is a message, too; the commands are those of now. */
        private void see(JsonArray told) {
            JsonObject step = (JsonObject) value(told, 0);
            messages.add(JsonObject.builder()
                    .put("from", Household.ENVIRONMENT)
                    .putAll(step)
                    .build());
            admissible = (JsonArray) value(told, 1);
        }

        private static Json value(JsonArray told, int index) {
            return ((JsonObject) told.get(index)).get("value").orElseThrow();
        }
    }
}
