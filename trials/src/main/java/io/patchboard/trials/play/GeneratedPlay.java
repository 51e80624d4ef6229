package io.patchboard.trials.play;

import io.patchboard.experiments.episode.MemoryBoard;
import io.patchboard.faults.tree.Trees;
import io.patchboard.gateway.architect.Architect;
import io.patchboard.gateway.architect.Commission;
import io.patchboard.gateway.architect.Draft;
import io.patchboard.gateway.llm.ChatException;
import io.patchboard.gateway.llm.Template;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.kernel.blueprint.Blueprint;
import io.patchboard.kernel.blueprint.CompileResult;
import io.patchboard.record.LogEntry;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchRejected;
import io.patchboard.record.Problem;
import io.patchboard.record.WorkerInvoked;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * A game on a board whose blueprint an architect makes for it, from a request that has the game's task and what the
 * game's worker reads and writes. What the architect uses counts. Of a blueprint that is no good it is told what is
 * wrong; where it stays so, the episode is over.
 */
record GeneratedPlay(Blueprints blueprints) implements Arm.Mechanism<Table> {

    /** As the command {@code architect} has it. */
    private static final int MOST_REPAIRS = 3;

    private static final Template REQUEST = Template.load(GeneratedPlay.class, "request.txt");
    private static final Set<String> TEAM = Set.of(Household.ENVIRONMENT, "planner", "actor", "verifier", "repair");

    @Override
    public Played play(Table table) {
        Ledger ledger = new Ledger(table.model(), table.counts());
        try (Team team = new Team(ledger, table.clock(), table.clock().instant().plus(table.longest()))) {
            Optional<TeamBlueprint> made = make(table, ledger, team);
            return made.map(blueprint ->
                            new KernelPlay(blueprint, blueprints, KernelPlay.Manner.PATCHES).play(table, ledger, team))
                    .orElseGet(() -> new Played(
                            false,
                            team.isOutOfTime() ? Ended.TIME : Ended.STOPPED,
                            0,
                            ledger.calls(),
                            ledger.calls(),
                            ledger.used()));
        }
    }

    private Optional<TeamBlueprint> make(Table table, Ledger ledger, Team team) {
        ledger.next(Ledger.ARCHITECT, "");
        Commission commission = new Commission(
                REQUEST.fill(Map.of("task", table.game().task())),
                Optional.of(Household.input(table)),
                Optional.empty(),
                Optional.of(TEAM));
        try {
            Draft draft = new Architect(ledger, text -> problems(text, table), MOST_REPAIRS)
                    .draft(commission, team.end(), problem -> {});
            ledger.gone().ifPresent(why -> {
                throw new ModelGoneException(why);
            });
            return draft.good() ? draft.text().map(text -> new TeamBlueprint(read(text))) : Optional.empty();
        } catch (ChatException e) {
            ledger.gone().ifPresent(why -> {
                throw new ModelGoneException(why);
            });
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("Interrupted.");
        }
    }

    /** @throws IllegalArgumentException if it is none */
    private static JsonObject read(String text) {
        if (JsonReader.parse(Trees.text(Trees.yaml(text))) instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException("Expected an object, but got something else.");
    }

    /** What keeps a blueprint from being played with. */
    private List<Problem> problems(String text, Table table) {
        JsonObject source;
        try {
            source = read(text);
        } catch (IllegalArgumentException e) {
            return List.of(new Problem("", e.getMessage()));
        }
        return switch (blueprints.compile(source)) {
            case CompileResult.Invalid invalid -> invalid.problems();
            case CompileResult.Valid valid -> problems(source, valid.blueprint(), table);
        };
    }

    private List<Problem> problems(JsonObject source, Blueprint blueprint, Table table) {
        List<Problem> problems = new ArrayList<>();
        blueprint.workers().keySet().stream()
                .filter(name -> !TEAM.contains(name))
                .forEach(name -> problems.add(
                        new Problem("/workers/" + name, "Expected no workers but " + TEAM + ", but got this one.")));
        return problems.isEmpty() ? first(source, table) : problems;
    }

    /** The game has to be able to tell what there is to see at first. Nobody else answers here. */
    private List<Problem> first(JsonObject source, Table table) {
        LiveGame game = new LiveGame(table.games(), table.game(), table.steps());
        List<LogEntry> log;
        try {
            log = MemoryBoard.play(
                            blueprints,
                            source,
                            Household.input(table),
                            invitation -> ((WorkerInvoked) invitation.event())
                                            .worker()
                                            .equals(Household.ENVIRONMENT)
                                    ? Optional.of(game.tell(Optional.empty(), false))
                                    : Optional.empty())
                    .log();
        } catch (IllegalArgumentException e) {
            return List.of(new Problem("", e.getMessage()));
        }
        if (log.stream()
                .anyMatch(entry -> entry.event() instanceof PatchCommitted committed
                        && committed.worker().equals(Household.ENVIRONMENT))) {
            return List.of();
        }
        return log.stream()
                .filter(entry -> entry.event() instanceof PatchRejected rejected
                        && rejected.worker().equals(Optional.of(Household.ENVIRONMENT)))
                .findFirst()
                .map(entry -> List.of(new Problem(
                        "/workers/environment",
                        "Expected to take the environment's first answer, but: "
                                + ((PatchRejected) entry.event()).rejection().message())))
                .orElseGet(() -> List.of(new Problem(
                        "/rules", "Expected environment to be invoked when the board is created, but it is not.")));
    }
}
