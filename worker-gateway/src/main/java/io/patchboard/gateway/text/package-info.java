/** What is done to texts of others before they go into messages. */
package io.patchboard.gateway.text;
