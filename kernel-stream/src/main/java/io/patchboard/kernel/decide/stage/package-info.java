/**
 * The checks of a proposal, one file for each {@link io.patchboard.record.Stage}, and what they hand on:
 * {@code Admitted → Parsed → Candidate}, each in a {@link io.patchboard.kernel.decide.stage.Checked}. They read the
 * board and decide nothing else.
 */
package io.patchboard.kernel.decide.stage;
