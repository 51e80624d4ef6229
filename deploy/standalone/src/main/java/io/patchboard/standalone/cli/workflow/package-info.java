/** {@code patchboard workflow}: workflows in the canonical representation of ALAS, checked without a server. */
package io.patchboard.standalone.cli.workflow;
