/** One page from what experiments have written down: tables, intervals, plots, and what they were made with. */
package io.patchboard.trials.report;
