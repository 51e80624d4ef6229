/**
 * Ready-made teams as templates: a blueprint that enforces the pattern, and stand-ins for its workers. Rests on nothing
 * else of this module.
 */
package io.patchboard.blueprints.preset;
