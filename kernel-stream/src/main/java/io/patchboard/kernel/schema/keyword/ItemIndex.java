package io.patchboard.kernel.schema.keyword;

import io.patchboard.json.Digest;
import io.patchboard.json.Json;
import io.patchboard.json.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The digests of all items of a large array whose items all differ.
 *
 * <p>That of an array is made out of that of any other array which shares runs with it, usually the one it was before a
 * patch: runs that both have are skipped at every height, the items of the others taken out and put in. So it costs
 * what the two arrays do not share.
 */
record ItemIndex(Run root, DigestSet digests) {

    /** @return empty if two items are equal */
    static Optional<ItemIndex> of(Run root, Evaluation evaluation) {
        return with(root, DigestSet.EMPTY, List.of(root), evaluation);
    }

    /** @return empty if two items of that array are equal */
    Optional<ItemIndex> changedTo(Run other, Evaluation evaluation) {
        Unshared mine = new Unshared(root);
        Unshared theirs = new Unshared(other);
        while (!mine.areLeaves() || !theirs.areLeaves()) {
            int order = Integer.compare(mine.height, theirs.height);
            if (order >= 0) {
                mine.descend();
            }
            if (order <= 0) {
                theirs.descend();
            }
            if (mine.height == theirs.height) {
                mine.removeShared(theirs);
            }
        }
        if (root.size() - mine.size() + theirs.size() != other.size()) {
            return of(other, evaluation); // A run that occurs twice; then so do its items, and this says so.
        }
        DigestSet kept = digests;
        for (Run run : mine.runs) {
            for (Json item : run.values()) {
                evaluation.visit();
                kept = kept.without(item.digest());
            }
        }
        return with(other, kept, theirs.runs, evaluation);
    }

    private static Optional<ItemIndex> with(Run root, DigestSet digests, List<Run> added, Evaluation evaluation) {
        DigestSet all = digests;
        for (Run run : added) {
            Optional<DigestSet> more = with(all, run, evaluation);
            if (more.isEmpty()) {
                return Optional.empty();
            }
            all = more.get();
        }
        return Optional.of(new ItemIndex(root, all));
    }

    private static Optional<DigestSet> with(DigestSet digests, Run run, Evaluation evaluation) {
        DigestSet all = digests;
        for (Json item : run.values()) {
            evaluation.visit();
            Digest digest = item.digest();
            DigestSet more = all.with(digest);
            if (more == all) {
                return Optional.empty();
            }
            all = more;
        }
        Optional<DigestSet> result = Optional.of(all);
        List<Run> runs = run.runs();
        for (int i = 0; i < runs.size() && result.isPresent(); i++) {
            result = with(result.get(), runs.get(i), evaluation);
        }
        return result;
    }

    /** Runs of one height that only one of two arrays has. */
    private static final class Unshared {

        private List<Run> runs;
        private int height;

        private Unshared(Run root) {
            runs = List.of(root);
            for (Run at = root; !at.isLeaf(); at = at.runs().get(0)) {
                height++;
            }
        }

        private boolean areLeaves() {
            return height == 0;
        }

        private void descend() {
            List<Run> below = new ArrayList<>();
            runs.forEach(run -> below.addAll(run.runs()));
            runs = below;
            height--;
        }

        private int size() {
            return runs.stream().mapToInt(Run::size).sum();
        }

        private void removeShared(Unshared other) {
            Set<Run> ours = identities(runs);
            Set<Run> theirs = identities(other.runs);
            runs = runs.stream().filter(run -> !theirs.contains(run)).toList();
            other.runs = other.runs.stream().filter(run -> !ours.contains(run)).toList();
        }

        private static Set<Run> identities(List<Run> runs) {
            Set<Run> identities = Collections.newSetFromMap(new IdentityHashMap<>());
            identities.addAll(runs);
            return identities;
        }
    }
}
