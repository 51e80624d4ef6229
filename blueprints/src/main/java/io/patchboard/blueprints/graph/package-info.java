/**
 * A blueprint's workflow to look at: what there is in it, as data, as JSON and as a flowchart in Mermaid. What leads to
 * what comes from {@code lint}, which is the one place that knows it; how a rule is put into words is
 * {@link io.patchboard.blueprints.graph.RuleDetails}. Every picture is made of it. Drawing with a library belongs to
 * whoever has that library.
 */
package io.patchboard.blueprints.graph;
