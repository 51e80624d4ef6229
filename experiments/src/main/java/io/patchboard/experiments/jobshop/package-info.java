/**
 * Job shops: instances, schedules, what goes wrong on the floor, and what plans, checks, optimizes and repairs.
 * Schedules and disruptions live on a board whose invariants are the job shop's constraints. This package is the
 * workers' side, and shares no code with what the kernel checks.
 */
package io.patchboard.experiments.jobshop;
