/** The group {@code patchboard experiment}: what the papers' experiments need, from the command line. */
package io.patchboard.standalone.cli.experiment;
