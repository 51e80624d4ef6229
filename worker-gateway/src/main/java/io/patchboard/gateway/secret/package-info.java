/**
 * Keys, tokens and passwords: {@link io.patchboard.gateway.secret.Secret} holds one and does not print it,
 * {@link io.patchboard.gateway.secret.Redactor} takes them out of what others say.
 */
package io.patchboard.gateway.secret;
