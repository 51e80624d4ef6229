package io.patchboard.trials;

import io.patchboard.trials.play.Arm;
import io.patchboard.trials.play.ModelGoneException;
import java.io.IOException;
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
public final class Trials<T> {

    /** Episodes that are begun before the first of them is written down, for each that is played at once. */
    private static final int AHEAD = 4;

    /** Who is told how far it is, by the thread that runs it. */
    @FunctionalInterface
    public interface Progress {

        /** @param known of them were there before */
        void played(int done, int of, int known);
    }

    private record Planned<T>(Arm<T> arm, Setup.Player player, Setup.Case<T> of, long seed) {

        Episode.Key key() {
            return new Episode.Key(arm.name(), player.label(), of.id(), seed);
        }

        Episode play() {
            T table = of.table().apply(player.seat().of(seed, of.id()));
            return new Episode(key(), of.type(), arm.mechanism().play(table));
        }
    }

    private final Setup<T> setup;

    private Trials(Setup<T> setup) {
        this.setup = setup;
    }

    /**
     * @param file what is known of the plan already is taken from there
     * @return all episodes of the plan; fewer if the tokens did not last
     * @throws IOException if an episode cannot be written down
     * @throws ModelGoneException if a model cannot be asked; what was played before is written down
     * @throws InterruptedException if the thread is; the same
     */
    public static <T> List<Episode> run(Setup<T> setup, Optional<EpisodeFile> file, Progress progress)
            throws IOException, InterruptedException {
        return new Trials<>(setup).run(file, progress);
    }

    private List<Episode> run(Optional<EpisodeFile> file, Progress progress) throws IOException, InterruptedException {
        Map<Episode.Key, Episode> known = new HashMap<>();
        file.ifPresent(before -> before.known().forEach(episode -> known.put(episode.key(), episode)));
        List<Planned<T>> plan = plan();
        List<Episode> episodes = new ArrayList<>();
        plan.stream()
                .filter(planned -> known.containsKey(planned.key()))
                .forEach(planned -> episodes.add(known.get(planned.key())));
        int before = episodes.size();
        long tokens =
                episodes.stream().mapToLong(episode -> episode.played().sum()).sum();
        Deque<Planned<T>> next = new ArrayDeque<>(plan.stream()
                .filter(planned -> !known.containsKey(planned.key()))
                .toList());
        Deque<Future<Episode>> playing = new ArrayDeque<>();
        ExecutorService threads = Executors.newFixedThreadPool(setup.concurrency());
        try {
            while (!playing.isEmpty() || !next.isEmpty() && tokens < setup.mostTokens()) {
                while (playing.size() < AHEAD * setup.concurrency() && !next.isEmpty() && tokens < setup.mostTokens()) {
                    Planned<T> planned = next.poll();
                    playing.add(threads.submit(planned::play));
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
    private List<Planned<T>> plan() {
        List<Planned<T>> plan = new ArrayList<>();
        for (Setup.Player player : setup.players()) {
            for (long seed = setup.seed(); seed < setup.seed() + setup.seeds(); seed++) {
                for (Setup.Case<T> each : setup.cases()) {
                    for (Arm<T> arm : setup.arms()) {
                        plan.add(new Planned<>(arm, player, each, seed));
                    }
                }
            }
        }
        return plan;
    }
}
