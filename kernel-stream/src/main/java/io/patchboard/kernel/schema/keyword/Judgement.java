package io.patchboard.kernel.schema.keyword;

/**
 * What was found out about a part of a value, and what it costs to find it out anew. The cost is charged whenever the
 * judgement is used, so that a validation is given up or not whatever is remembered.
 *
 * @param result 1 and 0 for accepted and refused, or a count of children
 * @param steps of the evaluation that came to it
 * @param height how much deeper than its place that evaluation went
 */
record Judgement(int result, long steps, int height) {}
