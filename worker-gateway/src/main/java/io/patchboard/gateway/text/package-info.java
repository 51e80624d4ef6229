/** What is done to texts of others before they go into messages, and which messages are worth a line. */
package io.patchboard.gateway.text;
