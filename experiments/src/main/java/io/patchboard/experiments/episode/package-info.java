/**
 * Episodes: one game, played once by one system with one seed. The board is the real decision core without Kafka, the
 * models are simulated, and every number that stands for a model's weakness is published and swept.
 */
package io.patchboard.experiments.episode;
