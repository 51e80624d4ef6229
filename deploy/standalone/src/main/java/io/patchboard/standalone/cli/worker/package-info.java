/** The commands on workers. */
package io.patchboard.standalone.cli.worker;
