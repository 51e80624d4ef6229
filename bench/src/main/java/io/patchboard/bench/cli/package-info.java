/** The command line: one command for each bench. */
package io.patchboard.bench.cli;
