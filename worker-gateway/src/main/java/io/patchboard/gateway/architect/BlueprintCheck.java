package io.patchboard.gateway.architect;

import io.patchboard.record.Problem;
import java.util.List;

/** Says what is wrong with a blueprint. The gateway knows no compiler of blueprints; whoever has one brings it. */
@FunctionalInterface
public interface BlueprintCheck {

    /**
     * @param text YAML or JSON, by its author's account
     * @return everything that keeps it from being used, each with its place and what was expected there; nothing if it
     *     is good
     */
    List<Problem> problems(String text);
}
