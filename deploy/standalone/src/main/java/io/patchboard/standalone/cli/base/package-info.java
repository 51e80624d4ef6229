/**
 * What the commands have in common: their options for connections and output, the words and exit codes in which they
 * end, and how a log entry looks on one line. Knows no command.
 */
package io.patchboard.standalone.cli.base;
