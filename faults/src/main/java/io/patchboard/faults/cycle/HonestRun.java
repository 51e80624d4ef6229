package io.patchboard.faults.cycle;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.board.KernelBoard;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.Trees;
import io.patchboard.faults.world.HonestTeam;
import io.patchboard.faults.world.World;
import io.patchboard.faults.world.Worlds;
import io.patchboard.kernel.state.OpenInvocation;
import io.patchboard.kernel.state.Phase;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.CircuitTripped;
import io.patchboard.record.LogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A whole honest workflow with what honest workers get wrong: first answers that are rejected and corrected, answers
 * that change nothing, things said unasked, records delivered twice.
 */
public final class HonestRun {

    private static final int MOST_STEPS = 2_000;
    private static final double IN_A_WORLD = 0.6;
    private static final double REJECTED_FIRST = 0.1;
    private static final double UNASKED = 0.08;

    private HonestRun() {}

    /**
     * How a run ended.
     *
     * @param ended {@code completed}, the reason of a halt, or {@code open}
     * @param detail of a halt
     * @param tripped whether a detector found something
     */
    public record Outcome(String kind, String ended, String detail, boolean tripped) {

        public boolean haltedByMistake() {
            return ended.equals("circuit");
        }
    }

    public static Outcome go(Kernel kernel, String id, Dice dice) {
        if (dice.chance(IN_A_WORLD)) {
            World world = dice.pick(Worlds.all());
            return inWorld(kernel, id, world, dice);
        }
        return routine(kernel, id, Routines.draw(dice), dice);
    }

    private static Outcome inWorld(Kernel kernel, String id, World world, Dice dice) {
        HonestTeam team = new HonestTeam(kernel, world, dice.pick(world.cases()), id, dice);
        List<LogEntry> log = new ArrayList<>();
        for (int step = 0; step < MOST_STEPS && !team.over(); step++) {
            List<OpenInvocation> open = List.copyOf(team.board().board().open().values());
            if (open.isEmpty()) {
                log.addAll(team.step());
                continue;
            }
            OpenInvocation chosen = dice.pick(open);
            if (dice.chance(UNASKED)) {
                unasked(world, step)
                        .forEach(said -> log.addAll(team.propose(said.worker(), Optional.empty(), said.patch())));
            } else if (chosen.attempt() == 1 && dice.chance(REJECTED_FIRST)) {
                log.addAll(team.answer(chosen, Trees.array(Trees.op("replace", "/nowhere", "by mistake"))));
            } else {
                log.addAll(team.answer(chosen, team.answerOf(chosen)));
            }
        }
        return outcome(world.name(), team.board(), log);
    }

    private record Said(String worker, JsonNode patch) {}

    /** What volunteers of a world say: something new, or nothing. */
    private static List<Said> unasked(World world, int step) {
        return switch (world.name()) {
            case "triage" -> List.of(new Said("auditor", Trees.array()));
            case "document" ->
                List.of(new Said(
                        "lexicographer",
                        Trees.array(Trees.op(
                                "add",
                                "/glossary/term " + (char) ('a' + step % 26) + (char) ('a' + step / 26 % 26),
                                "a word of step " + step))));
            default -> List.of();
        };
    }

    private static Outcome routine(Kernel kernel, String id, Play play, Dice dice) {
        KernelBoard board = KernelBoard.create(kernel, id, play.blueprint(), Trees.object());
        List<LogEntry> log = new ArrayList<>();
        for (int step = 0; step < MOST_STEPS && board.board().phase() == Phase.OPEN; step++) {
            List<OpenInvocation> open = List.copyOf(board.board().open().values());
            if (!play.volunteers().isEmpty() && dice.chance(UNASKED)) {
                log.addAll(say(board, play, dice.pick(play.volunteers()), Optional.empty(), "", step));
            } else if (open.isEmpty()) {
                log.addAll(board.passTime());
            } else {
                OpenInvocation chosen = dice.pick(open);
                log.addAll(say(
                        board,
                        play,
                        chosen.worker(),
                        Optional.of(chosen),
                        chosen.trigger().path().orElse(""),
                        step));
            }
        }
        return outcome(play.kind(), board, log);
    }

    private static List<LogEntry> say(
            KernelBoard board, Play play, String worker, Optional<OpenInvocation> open, String path, int step) {
        JsonNode patch = play.role().patch(worker, board.state(), path, step);
        byte[] record =
                new Proposal("p-" + step, board.board().id(), worker, open.map(OpenInvocation::id), patch).bytes();
        List<LogEntry> entries = new ArrayList<>(board.send(record));
        if (step % 7 == 0) {
            entries.addAll(board.send(record));
        }
        return entries;
    }

    private static Outcome outcome(String kind, KernelBoard board, List<LogEntry> log) {
        Optional<BoardHalted> halted = log.stream()
                .map(LogEntry::event)
                .filter(BoardHalted.class::isInstance)
                .map(BoardHalted.class::cast)
                .findFirst();
        return new Outcome(
                kind,
                halted.map(end -> end.reason().word())
                        .orElse(board.board().phase().word()),
                halted.map(BoardHalted::detail).orElse(""),
                log.stream().anyMatch(entry -> entry.event() instanceof CircuitTripped));
    }
}
