/** {@code patchboard factory}: who in a catalogue does the work of a workflow. */
package io.patchboard.standalone.cli.factory;
