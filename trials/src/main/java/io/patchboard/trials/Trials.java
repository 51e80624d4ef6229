package io.patchboard.trials;

import io.patchboard.experiments.alfworld.Games;
import io.patchboard.trials.model.TokenCounts;
import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.ModelGoneException;
import io.patchboard.trials.play.Table;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays what is to be played, several episodes at once, and has them written down in the order of the plan. */
public final class Trials {

    /** Episodes that are begun before the first of them is written down, for each that is played at once. */
    private static final int AHEAD = 4;

    /** Who is told how far it is, by the thread that runs it. */
    @FunctionalInterface
    public interface Progress {

        /** @param known of them were there before */
        void played(int done, int of, int known);
    }

    private record Planned(Arm arm, Setup.Player player, Games.Listed game, long seed) {

        Episode.Key key() {
            return new Episode.Key(arm.name(), player.label(), game.id(), seed);
        }
    }

    private final Setup setup;
    private final TokenCounts counts;
    private final Clock clock = Clock.systemUTC();

    private Trials(Setup setup, TokenCounts counts) {
        this.setup = setup;
        this.counts = counts;
    }

    /**
     * @param file what is known of the plan already is taken from there
     * @return all episodes of the plan; fewer if the tokens did not last
     * @throws IOException if an episode cannot be written down
     * @throws ModelGoneException if a model cannot be asked; what was played before is written down
     * @throws InterruptedException if the thread is; the same
     */
    public static List<Episode> run(Setup setup, TokenCounts counts, Optional<EpisodeFile> file, Progress progress)
            throws IOException, InterruptedException {
        return new Trials(setup, counts).run(file, progress);
    }

    private List<Episode> run(Optional<EpisodeFile> file, Progress progress) throws IOException, InterruptedException {
        Map<Episode.Key, Episode> known = new HashMap<>();
        file.ifPresent(before -> before.known().forEach(episode -> known.put(episode.key(), episode)));
        List<Planned> plan = plan();
        List<Episode> episodes = new ArrayList<>();
        plan.stream()
                .filter(planned -> known.containsKey(planned.key()))
                .forEach(planned -> episodes.add(known.get(planned.key())));
        int before = episodes.size();
        long tokens =
                episodes.stream().mapToLong(episode -> episode.played().sum()).sum();
        Deque<Planned> next = new ArrayDeque<>(plan.stream()
                .filter(planned -> !known.containsKey(planned.key()))
                .toList());
        Deque<Future<Episode>> playing = new ArrayDeque<>();
        ExecutorService threads = Executors.newFixedThreadPool(setup.concurrency());
        try {
            while (!playing.isEmpty() || !next.isEmpty() && tokens < setup.mostTokens()) {
                while (playing.size() < AHEAD * setup.concurrency() && !next.isEmpty() && tokens < setup.mostTokens()) {
                    Planned planned = next.poll();
                    playing.add(threads.submit(() -> play(planned)));
                }
                Episode played = done(playing.poll());
                if (file.isPresent()) {
                    file.get().add(played);
                }
                episodes.add(played);
                tokens += played.played().sum();
                progress.played(episodes.size(), plan.size(), before);
            }
        } finally {
            threads.shutdownNow();
        }
        return episodes;
    }

    private static Episode done(Future<Episode> playing) throws InterruptedException {
        try {
            return playing.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Arm after arm for each case, so that a run that is ended early has whole pairs. */
    private List<Planned> plan() {
        List<Planned> plan = new ArrayList<>();
        for (Setup.Player player : setup.players()) {
            for (long seed = 1; seed <= setup.seeds(); seed++) {
                for (Games.Listed game : setup.chosen()) {
                    for (Arm arm : setup.arms()) {
                        plan.add(new Planned(arm, player, game, seed));
                    }
                }
            }
        }
        return plan;
    }

    private Episode play(Planned planned) {
        Table table = new Table(
                setup.games(),
                planned.game(),
                planned.player().seat().of(planned.seed(), planned.game().id()),
                counts,
                setup.steps(),
                clock,
                setup.longest());
        return new Episode(
                planned.key(), planned.game().type(), planned.arm().mechanism().play(table));
    }
}
