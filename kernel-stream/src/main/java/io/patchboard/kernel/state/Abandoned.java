package io.patchboard.kernel.state;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;
import io.patchboard.record.Trigger;

/**
 * What a worker was not, or no more, asked for: its attempts were spent, or its board ended. It is asked again when the
 * board is reopened.
 *
 * @param trigger its places follow the items through later changes
 */
public record Abandoned(String worker, Trigger trigger) {

    public Abandoned withTrigger(Trigger moved) {
        return new Abandoned(worker, moved);
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("worker", worker)
                .put("trigger", trigger.toJson())
                .build();
    }

    static Abandoned read(Fields fields) {
        return new Abandoned(fields.string("worker"), fields.requiredRecord("trigger", Trigger::read));
    }

    void measure(BoardSize size) {
        size.item(worker);
        size.add(trigger);
    }
}
