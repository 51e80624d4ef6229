package io.patchboard.client.catalog;

import io.patchboard.json.Json;
import io.patchboard.json.JsonNumber;
import io.patchboard.json.JsonObject;
import io.patchboard.record.FieldException;
import io.patchboard.record.Fields;
import java.math.BigDecimal;
import java.util.Optional;

/** What stands in the topic of blueprints. Each says who wrote it, and may say why. */
sealed interface CatalogEntry {

    String name();

    String by();

    Optional<String> reason();

    /** A document; it is a version of the name that it bears. */
    record Published(JsonObject blueprint, String by, Optional<String> reason) implements CatalogEntry {

        static final String TYPE = "BlueprintPublished";

        @Override
        public String name() {
            return new Fields(blueprint).string("name");
        }

        @Override
        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("type", TYPE)
                    .put("blueprint", blueprint)
                    .put("by", by)
                    .putStringIfPresent("reason", reason)
                    .build();
        }
    }

    /**
     * From now on a share of new boards gets a version.
     *
     * @param share above 0, at most 1; 1 is all of them
     */
    record RolledOut(String name, int version, BigDecimal share, String by, Optional<String> reason)
            implements CatalogEntry {

        static final String TYPE = "BlueprintRolledOut";

        @Override
        public JsonObject toJson() {
            return JsonObject.builder()
                    .put("type", TYPE)
                    .put("name", name)
                    .put("version", version)
                    .put("share", JsonNumber.of(share))
                    .put("by", by)
                    .putStringIfPresent("reason", reason)
                    .build();
        }
    }

    JsonObject toJson();

    /** @throws FieldException if it is none of this version */
    static CatalogEntry read(JsonObject json) {
        Fields fields = new Fields(json);
        String by = fields.string("by");
        Optional<String> reason = fields.optionalString("reason");
        String type = fields.string("type");
        return switch (type) {
            case Published.TYPE -> {
                Json blueprint = fields.json("blueprint");
                if (!(blueprint instanceof JsonObject document)) {
                    throw new FieldException(
                            "/blueprint", "Expected an object at /blueprint, but got " + blueprint.typeName() + ".");
                }
                Published published = new Published(document, by, reason);
                published.name(); // refused now, if it has none
                yield published;
            }
            case RolledOut.TYPE ->
                new RolledOut(
                        fields.string("name"),
                        (int) Math.min(Integer.MAX_VALUE, fields.integer("version")),
                        fields.number("share"),
                        by,
                        reason);
            default ->
                throw new FieldException(
                        "/type",
                        "Expected " + Published.TYPE + " or " + RolledOut.TYPE + " at /type, but got \"" + type
                                + "\".");
        };
    }
}
