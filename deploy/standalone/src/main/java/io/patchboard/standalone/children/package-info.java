/**
 * Boards that boards ask for: makes them, tells their parents how they ended, and tells them what became of their
 * parents. Each log entry that is about that becomes commands and proposals, whose ids follow from those in the entry;
 * nothing is remembered.
 */
package io.patchboard.standalone.children;
