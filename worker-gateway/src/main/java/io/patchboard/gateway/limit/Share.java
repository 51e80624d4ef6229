package io.patchboard.gateway.limit;

import io.patchboard.json.JsonObject;
import io.patchboard.record.Fields;

/**
 * What was decided for one gateway and one limit.
 *
 * @param most calls at once
 * @param rate calls in a day
 * @param owes whether others wait for what it has beyond that, and should hear when it has given it up
 * @param scarce whether all together want more than there is, so that what is not needed should be given back
 */
record Share(long most, long rate, boolean owes, boolean scarce) {

    /** What holds while nothing is known of the others. */
    static final Share NONE = new Share(0, 0, false, false);

    static Share read(Fields fields) {
        return new Share(fields.integer("most"), fields.integer("rate"), fields.flag("owes"), fields.flag("scarce"));
    }

    JsonObject toJson() {
        return JsonObject.builder()
                .put("most", most)
                .put("rate", rate)
                .put("owes", owes)
                .put("scarce", scarce)
                .build();
    }
}
