/**
 * Regular expressions of RE2, with a bound of the work that each can cause.
 *
 * <p>RE2/J runs in time linear in the text, but with a factor as large as the expression, and an expression of ten
 * characters may unroll to thousands of instructions. So the size is bounded before anything is built, and
 * {@link io.patchboard.kernel.regex.MeteredRegex#work} says what a text of some length can cost, for schemas and CEL
 * alike.
 */
package io.patchboard.kernel.regex;
