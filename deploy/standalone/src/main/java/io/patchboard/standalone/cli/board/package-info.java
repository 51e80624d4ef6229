/** {@code patchboard board}: what boards there are, how they are and were, and control over them. */
package io.patchboard.standalone.cli.board;
