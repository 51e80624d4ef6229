package io.patchboard.kernel.decide;

import io.patchboard.kernel.patch.Patch;

/** An admitted proposal whose patch is a JSON Patch. */
record Parsed(Admitted admitted, Patch patch) {}
