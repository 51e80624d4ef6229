package io.patchboard.record;

import java.util.List;

/** An event that ends invocations which nobody has answered, on a board that goes on. */
public sealed interface Supersedes permits BoardRestored, BlueprintAmended {

    /** Ids of the invocations that end with it. */
    List<String> superseded();
}
