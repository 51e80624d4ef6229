package io.patchboard.kernel.circuit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Tracks of different subjects, the one with the most recent answer last. */
final class Tracks {

    private Tracks() {}

    /** With one more outcome; the subject's is the newest then. */
    static Ring<Track> record(Ring<Track> tracks, String subject, Outcome outcome, int kept, int mostTracks) {
        Track track = find(tracks, subject).orElse(new Track(subject, Ring.empty()));
        return without(tracks, subject).append(track.with(outcome, kept), mostTracks);
    }

    static Ring<Track> without(Ring<Track> tracks, String subject) {
        int index = indexOf(tracks, subject);
        return index < 0 ? tracks : tracks.without(index);
    }

    static Optional<Track> find(Ring<Track> tracks, String subject) {
        int index = indexOf(tracks, subject);
        return index < 0 ? Optional.empty() : Optional.of(tracks.get(index));
    }

    /** The latest outcomes of all subjects, oldest first. */
    static List<Outcome> latest(Ring<Track> tracks, int window) {
        List<Outcome> answers = new ArrayList<>();
        tracks.forEach(track -> answers.addAll(track.outcomes().latest(window)));
        answers.sort(Comparator.comparingLong(Outcome::sequence));
        return answers.subList(Math.max(0, answers.size() - window), answers.size());
    }

    /** From the end, since who answered last is likely to answer next. */
    private static int indexOf(Ring<Track> tracks, String subject) {
        int index = tracks.size() - 1;
        while (index >= 0 && !tracks.get(index).subject().equals(subject)) {
            index--;
        }
        return index;
    }
}
