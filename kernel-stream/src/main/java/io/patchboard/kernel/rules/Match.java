package io.patchboard.kernel.rules;

import io.patchboard.kernel.blueprint.Rule;
import io.patchboard.record.Trigger;

/** A rule that fired. */
public record Match(Rule rule, Trigger trigger) {}
