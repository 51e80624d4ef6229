/**
 * JSON for worlds, faults and judges: trees, pointers and strict patches, apart from the kernel's own.
 */
package io.patchboard.faults.tree;
