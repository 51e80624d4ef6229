/**
 * What people write, read in one way everywhere: durations, and names that they have misspelt; and what is too long to
 * be shown to them, made shorter; and what the program brings along for them. Knows no other room.
 */
package io.patchboard.text;
