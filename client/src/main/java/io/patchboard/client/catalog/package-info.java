/**
 * Blueprints by name and version. They stand in a topic of their own of one partition, where nothing is ever changed or
 * removed: the nth document of a name is its version n, whoever reads it and whenever. Kernels know nothing of it:
 * whoever creates a board sends the document itself, so the log of a board needs no catalogue to be verified.
 */
package io.patchboard.client.catalog;
