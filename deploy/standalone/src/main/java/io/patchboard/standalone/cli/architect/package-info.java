/** {@code patchboard architect}: a model writes a blueprint, people see and bound what it grants, then it runs. */
package io.patchboard.standalone.cli.architect;
