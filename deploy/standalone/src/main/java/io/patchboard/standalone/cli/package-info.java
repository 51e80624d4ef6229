/** The command line: what {@code ./patchboard} runs. Data goes to stdout, progress and logs go to stderr. */
package io.patchboard.standalone.cli;
