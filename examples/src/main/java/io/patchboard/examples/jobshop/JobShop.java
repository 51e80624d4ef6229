package io.patchboard.examples.jobshop;

import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.patchboard.experiments.jobshop.Shop;
import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
        try (InputStream in = JobShop.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("Expected " + FOLDER + file + " in the program, but it is not there.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
