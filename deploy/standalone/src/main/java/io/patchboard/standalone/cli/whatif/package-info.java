/** {@code patchboard what-if}: past proposals under another blueprint. */
package io.patchboard.standalone.cli.whatif;
