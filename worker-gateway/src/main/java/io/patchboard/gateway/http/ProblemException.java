package io.patchboard.gateway.http;

import io.javalin.http.HttpStatus;

/** A request that cannot be answered as asked; becomes a problem document. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    ProblemException(Problem problem) {
        super(problem.detail());
        this.problem = problem;
    }

    public ProblemException(HttpStatus status, String detail) {
        this(Problem.of(status, detail));
    }

    public Problem problem() {
        return problem;
    }
}
