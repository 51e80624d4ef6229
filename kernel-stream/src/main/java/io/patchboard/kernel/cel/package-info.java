/**
 * Conditions and rules in CEL, the expression language that Kubernetes uses in validation rules, over JSON values.
 *
 * <p>What the room guarantees. <b>Determinism:</b> an expression sees nothing but its variables and where the state's
 * values come from; there is no clock and
 * no randomness, the members of an object are iterated in the order of their names, and the limit on work counts steps,
 * not time, so that the same log gives the same outcomes on every machine. <b>Bounds:</b> source, nesting and work are
 * bounded, and an expression over its bound fails as data, it does not slow the kernel down or fill its heap.
 * <b>Laziness:</b> a variable may be the whole state; it is viewed, not copied.
 *
 * <p>Numbers: a JSON number without a fraction is a CEL {@code int}, however it was written ({@code 2.0} is {@code 2},
 * as it is everywhere on a board), any other is a {@code double}; the two compare by value. A number that a CEL type
 * cannot hold, an integer beyond 64 bits or a decimal beyond the range of a double, fails the expression that reads it:
 * an error is better than an equality that is wrong. Decimals of more than 17 digits are read as the nearest double.
 *
 * <p>Macros: the standard ones, and of the comprehensions extension those over an index or key and a value, but for
 * those that make maps.
 *
 * <p>Functions: the standard ones; {@code degraded(path)} where an expression is about a board's state, which asks who
 * wrote the value there; of the string extension
 * {@code charAt indexOf lastIndexOf join lowerAscii upperAscii replace split substring trim reverse}; of the list
 * extension {@code slice reverse sort}; the math extension; optional values ({@code self.?name.orValue('')}). Left out,
 * because one call can do unbounded work: {@code format}, {@code lists.range}, {@code flatten}, {@code distinct},
 * {@code sets.*}. The string functions whose cost is a product of two lengths are our own, and are charged before they
 * run. {@code sortBy} is left out since cel-java 0.14.0 types its result wrongly.
 *
 * <p>The engine is cel-java's tree interpreter and not its newer planner: the planner walks through every list and map
 * each time that a variable is read, which would make each condition cost as much as the whole state.
 */
package io.patchboard.kernel.cel;
