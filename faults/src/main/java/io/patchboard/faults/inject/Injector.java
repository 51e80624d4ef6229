package io.patchboard.faults.inject;

import io.patchboard.faults.dice.Dice;

/** Makes faults of one type. */
public interface Injector {

    /** A fault that is one: what could pass for honest is thrown away and drawn again. */
    Fault next(Dice dice);
}
