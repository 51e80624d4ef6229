/**
 * A server of models for tests: it speaks the protocols over real HTTP, says what it was told to, and misbehaves in
 * every way that endpoints do. Used by the tests of several modules.
 */
package io.patchboard.gateway.llm.scripted;
