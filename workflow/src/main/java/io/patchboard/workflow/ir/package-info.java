/**
 * The canonical workflow representation of ALAS (section 3.2 of the paper): what a document says, as values.
 *
 * <p>{@link io.patchboard.workflow.ir.Workflow#read} takes what {@code workflow.schema.json} accepts. Whether the
 * workflow makes sense is asked in {@code check}. Each part keeps the pointer of where it stands, so that whoever finds
 * something wrong can say where.
 */
package io.patchboard.workflow.ir;
