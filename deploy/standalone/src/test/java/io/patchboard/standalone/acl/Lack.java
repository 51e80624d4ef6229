package io.patchboard.standalone.acl;

import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.record.Topics;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;

/** A part that lacks one of its rights. */
record Lack(Part part, Right right, AclOperation operation) {

    /** One of so many is taken away; which ones, the turn says. */
    private static final int EVERY = Integer.getInteger("patchboard.rights.every", 1);

    private static final int TURN = Integer.getInteger("patchboard.rights.turn", 0);

    static Stream<Lack> some() {
        List<Lack> all = Stream.of(Part.values())
                .flatMap(part -> part.rights(new Topics(""), List.of(), WorkersFile.DEFAULT_GROUP).stream()
                        .flatMap(right ->
                                right.operations().stream().map(operation -> new Lack(part, right, operation))))
                .toList();
        return IntStream.range(0, all.size())
                .filter(number -> Math.floorMod(number - TURN, EVERY) == 0)
                .mapToObj(all::get);
    }

    @Override
    public String toString() {
        return part + " without " + operation + " on " + right.resource().resourceType() + " "
                + right.resource().name();
    }
}
