/** {@code patchboard test}: finds scenarios, has them played, and tells what came of it. */
package io.patchboard.standalone.cli.scenario;
