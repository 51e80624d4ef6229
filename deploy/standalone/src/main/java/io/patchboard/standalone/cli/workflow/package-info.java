/** {@code patchboard workflow}: workflows in the representation of ALAS, checked and translated without a server. */
package io.patchboard.standalone.cli.workflow;
