/** {@code patchboard preset}: ready-made blueprints, each with its workers file. */
package io.patchboard.standalone.cli.preset;
