package io.patchboard.kernel.circuit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lists that forget their oldest items. */
final class Rings {

    private Rings() {}

    static <T> List<T> append(List<T> ring, T item, int kept) {
        List<T> longer = new ArrayList<>(ring);
        longer.add(item);
        return List.copyOf(longer.subList(Math.max(0, longer.size() - kept), longer.size()));
    }

    /** The tracks with one more outcome; the subject's is the newest then. */
    static List<Track> record(List<Track> tracks, String subject, Outcome outcome, int kept, int mostTracks) {
        Track track = find(tracks, subject).orElse(new Track(subject, List.of()));
        return append(without(tracks, subject), track.with(outcome, kept), mostTracks);
    }

    static List<Track> without(List<Track> tracks, String subject) {
        return tracks.stream().filter(track -> !track.subject().equals(subject)).toList();
    }

    static Optional<Track> find(List<Track> tracks, String subject) {
        return tracks.stream().filter(track -> track.subject().equals(subject)).findFirst();
    }
}
