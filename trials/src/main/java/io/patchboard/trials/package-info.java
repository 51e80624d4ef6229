/**
 * The paper's comparison on text games: arms play the same games with the same seeds, models and limits, each episode
 * is a line of a file, and what comes of them stands in tables with intervals. What a table says about language
 * models is nothing, unless one was used.
 */
package io.patchboard.trials;
