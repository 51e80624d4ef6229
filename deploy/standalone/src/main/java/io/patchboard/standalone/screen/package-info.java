/**
 * A board's log on a terminal.
 *
 * <p>{@link io.patchboard.standalone.screen.EntryPrinter} shows the log to people, one line for each entry;
 * {@link io.patchboard.standalone.screen.Screen} keeps a live line below it on a terminal. Nothing of what a board
 * holds reaches the terminal but through {@link io.patchboard.standalone.screen.Text}.
 */
package io.patchboard.standalone.screen;
