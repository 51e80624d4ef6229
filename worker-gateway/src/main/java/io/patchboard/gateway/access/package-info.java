/**
 * Who calls, and what they may do: a {@link io.patchboard.gateway.access.Principal} is a name with rights, and
 * {@link io.patchboard.gateway.access.Principals} knows whose token one is.
 *
 * <p>A server without a file of principals has one, {@code local}, who may do everything: whoever reaches it, or
 * whoever has its one token. With a file, each caller has the rights that stand there, and what he decides carries his
 * name into the log. Nothing here knows HTTP.
 */
package io.patchboard.gateway.access;
