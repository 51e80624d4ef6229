/**
 * The agent factory of ALAS (C.2): finds in a catalogue who can do the work of each node, by weighted criteria, and
 * writes a brief for what nobody there can do.
 */
package io.patchboard.workflow.factory;
