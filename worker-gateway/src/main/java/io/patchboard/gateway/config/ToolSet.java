package io.patchboard.gateway.config;

import java.util.List;

/** The tools of one worker, and how far it goes with them. */
public record ToolSet(List<ToolBinding> bindings, ToolLimits limits) {

    public ToolSet {
        bindings = List.copyOf(bindings);
    }

    ToolSet keepingFrom(KnownSecrets others) {
        return new ToolSet(
                bindings.stream().map(binding -> binding.keepingFrom(others)).toList(), limits);
    }
}
