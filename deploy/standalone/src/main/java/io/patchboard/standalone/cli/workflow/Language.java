package io.patchboard.standalone.cli.workflow;

import java.nio.file.Path;

/** Other languages for workflows, as options name them. */
enum Language {
    /** Amazon States Language. */
    asl,
    /** Argo Workflows. */
    argo;

    /** How a workflow is called whose document has no name. */
    static String nameOf(Path file) {
        return file.getFileName().toString().replaceAll("(\\.(asl|argo))?\\.[^.]*$", "");
    }
}
