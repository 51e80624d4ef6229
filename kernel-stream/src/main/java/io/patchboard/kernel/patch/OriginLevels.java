package io.patchboard.kernel.patch;

import io.patchboard.record.Taint;
import java.util.EnumSet;
import java.util.Set;

/**
 * What origins take, by how many levels of them are kept: told in one go, since a document can be deep and each level
 * that is given up would be a walk through all that is left.
 */
final class OriginLevels {

    /** Of the nodes of each level, as they are. */
    private final long[] whole;

    /** Of the nodes of each level, where what is below is given up. */
    private final long[] cut;

    private OriginLevels(int levels) {
        whole = new long[levels + 1];
        cut = new long[levels + 1];
    }

    /** The most levels that take no more than so many bytes, fewer than there are; 0 if none do. */
    static int fitting(OriginNode root, long mostBytes) {
        OriginLevels levels = new OriginLevels(root.levels());
        levels.add(root, 0, 0);
        int fitting = 0;
        long above = 0;
        for (int kept = 0; kept < root.levels(); kept++) {
            fitting = above + levels.cut[kept] <= mostBytes ? kept : fitting;
            above += levels.whole[kept];
        }
        return fitting;
    }

    /**
     * Recursion is as deep as the document.
     *
     * @param around bytes of its name or gap
     * @return what taints the node once it is cut
     */
    private Set<Taint> add(OriginNode node, int depth, long around) {
        long own = around + node.bytes() - node.parts().bytes();
        whole[depth] += own;
        if (node.parts().isEmpty()) {
            cut[depth] += own;
            return node.own().taint();
        }
        Set<Taint> inside = EnumSet.noneOf(Taint.class);
        node.parts()
                .forEach(part -> inside.addAll(
                        add(part.node(), depth + 1, part.bytes() - part.node().bytes())));
        Origin last = node.last(inside);
        cut[depth] += around + OriginNode.of(last).bytes();
        return last.taint();
    }
}
