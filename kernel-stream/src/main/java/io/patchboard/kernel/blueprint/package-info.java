/**
 * Blueprints: read, checked with every error at once, and compiled to what the kernel evaluates.
 *
 * <p>A blueprint is compiled once and shared by all boards that use it; nothing of it changes afterwards.
 */
package io.patchboard.kernel.blueprint;
