package io.patchboard.examples.jobshop;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.experiments.jobshop.Shop;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.text.Resources;
import java.io.IOException;
import java.util.List;

/** The files of the example {@code job-shop}, as they come along. */
public final class JobShop {

    private static final String FOLDER = "/examples/job-shop/";

    private JobShop() {}

    /** The board's blueprint. */
    public static Json blueprint() {
        try {
            return new JsonReader(JsonLimits.DEFAULT)
                    .readDocument(new YAMLFactory().createParser(text("blueprint.yaml")));
        } catch (IOException | JsonSyntaxException e) {
            throw new IllegalStateException("Expected a blueprint in the program, but it cannot be read.", e);
        }
    }

    /** The instances. */
    public static List<Shop> samples() {
        return Shop.of(text("instances/bounds.csv"), file -> text("instances/" + file));
    }

    private static String text(String file) {
        return Resources.text(JobShop.class, FOLDER + file);
    }
}
