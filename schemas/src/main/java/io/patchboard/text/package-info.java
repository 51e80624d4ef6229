/** What people write, read in one way everywhere: durations, and names that they have misspelt. Knows no other room. */
package io.patchboard.text;
