/** What whoever asks an endpoint again has to know. */
package io.patchboard.gateway.retry;
