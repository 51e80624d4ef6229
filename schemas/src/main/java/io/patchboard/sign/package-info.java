/**
 * Keys by which authors prove that what they sent is theirs: Ed25519 (RFC 8032), as the JDK has it; and codes by which
 * who shares a secret knows what was made with it.
 */
package io.patchboard.sign;
