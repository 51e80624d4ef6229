/** The example {@code ride-sharing}: passengers of a city who want to be at the airport in time. */
package io.patchboard.examples.rides;
