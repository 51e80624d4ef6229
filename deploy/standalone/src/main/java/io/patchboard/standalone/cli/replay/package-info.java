/** {@code patchboard replay}: every board from its log alone, and an audit of the log on the way. */
package io.patchboard.standalone.cli.replay;
