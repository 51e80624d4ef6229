package io.patchboard.standalone.cli.workflow;

/** Other languages for workflows, as options name them. */
enum Language {
    /** Amazon States Language. */
    asl,
    /** Argo Workflows. */
    argo
}
