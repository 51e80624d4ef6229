package io.patchboard.kernel.schema;

import io.patchboard.record.Problem;
import java.util.List;

/** A JSON value that cannot be used as a schema; carries every reason, with its pointer into the schema. */
public final class SchemaCompileException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    SchemaCompileException(List<Problem> problems) {
        super(problems.get(0).message() + (problems.size() > 1 ? " (and " + (problems.size() - 1) + " more)" : ""));
        this.problems = List.copyOf(problems);
    }

    /** At least one, in document order. */
    public List<Problem> problems() {
        return problems;
    }
}
