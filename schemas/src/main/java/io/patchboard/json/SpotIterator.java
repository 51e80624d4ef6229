package io.patchboard.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Walks over the children below a run, in order. */
final class SpotIterator implements Iterator<Run.Spot> {

    private final Deque<Run> ahead = new ArrayDeque<>();
    private Run leaf;
    private int part;

    SpotIterator(Run root) {
        leaf = firstLeaf(root);
    }

    private Run firstLeaf(Run from) {
        Run run = from;
        while (!run.isLeaf()) {
            for (int i = run.length() - 1; i > 0; i--) {
                ahead.push(run.run(i));
            }
            run = run.run(0);
        }
        return run;
    }

    @Override
    public boolean hasNext() {
        return part < leaf.length() || !ahead.isEmpty();
    }

    @Override
    public Run.Spot next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        if (part == leaf.length()) {
            leaf = firstLeaf(ahead.pop());
            part = 0;
        }
        return new Run.Spot(leaf, part++);
    }
}
