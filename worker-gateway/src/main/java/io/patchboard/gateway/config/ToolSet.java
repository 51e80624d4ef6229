package io.patchboard.gateway.config;

import java.util.List;

/**
 * The tools of one worker, and how far it goes with them.
 *
 * @param contents whether arguments and results are written down, and not their hashes alone
 * @param outward those that reach outside, as a person knows them; tools in Java that say so themselves are not named
 */
public record ToolSet(List<ToolBinding> bindings, ToolLimits limits, boolean contents, List<String> outward) {

    /** Of a worker without tools. */
    public static final ToolSet NONE = new ToolSet(List.of(), ToolLimits.DEFAULT, false, List.of());

    public ToolSet {
        bindings = List.copyOf(bindings);
        outward = List.copyOf(outward);
    }

    /** What is wrong with tools that reach outside, of a worker which may not. */
    public static String tooFar(String worker, List<String> outward) {
        return "Expected egress: true of worker " + worker + " in the blueprint, since its tools " + outward
                + " reach outside, but it has none. Say it there, or take them out of the workers file; a tool that"
                + " calls what belongs to you alone says egress: false.";
    }

    ToolSet keepingFrom(KnownSecrets others) {
        return new ToolSet(
                bindings.stream().map(binding -> binding.keepingFrom(others)).toList(), limits, contents, outward);
    }
}
