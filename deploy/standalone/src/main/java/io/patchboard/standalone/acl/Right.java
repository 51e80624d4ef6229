package io.patchboard.standalone.acl;

import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What a part must be allowed to do with one topic, group or transactional id, or with all whose names begin alike.
 *
 * @param operations without those that Kafka takes for granted: READ and WRITE imply DESCRIBE, ALTER_CONFIGS implies
 *     DESCRIBE_CONFIGS
 * @param why what would not work without them
 */
public record Right(ResourcePattern resource, List<AclOperation> operations, String why) {

    public Right {
        operations = List.copyOf(operations);
    }

    static Right on(ResourceType type, String name, String why, AclOperation... operations) {
        return new Right(new ResourcePattern(type, name, PatternType.LITERAL), List.of(operations), why);
    }

    static Right onAll(ResourceType type, String beginning, String why, AclOperation... operations) {
        return new Right(new ResourcePattern(type, beginning, PatternType.PREFIXED), List.of(operations), why);
    }

    /** What stands in both, of one resource. */
    Right and(Right other) {
        List<AclOperation> both = Stream.concat(operations.stream(), other.operations.stream())
                .distinct()
                .toList();
        return new Right(resource, both, why.equals(other.why) ? why : why + "; " + other.why);
    }

    public boolean isPrefixed() {
        return resource.patternType() == PatternType.PREFIXED;
    }
}
