package io.patchboard.json;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.Spliterators;

/** The items of an array's run as a list that cannot be changed. */
final class RunItems extends AbstractList<Json> implements RandomAccess {

    private final Run run;

    RunItems(Run run) {
        this.run = run;
    }

    @Override
    public Json get(int index) {
        return run.spot(Objects.checkIndex(index, size())).value();
    }

    @Override
    public int size() {
        return run.size();
    }

    @Override
    public Spliterator<Json> spliterator() {
        return Spliterators.spliterator(iterator(), size(), Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    @Override
    public Iterator<Json> iterator() {
        Iterator<Run.Spot> spots = run.spots();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return spots.hasNext();
            }

            @Override
            public Json next() {
                return spots.next().value();
            }
        };
    }
}
