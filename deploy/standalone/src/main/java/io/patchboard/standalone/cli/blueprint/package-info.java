/** {@code patchboard blueprint}: a blueprint read, checked and drawn without a server. */
package io.patchboard.standalone.cli.blueprint;
