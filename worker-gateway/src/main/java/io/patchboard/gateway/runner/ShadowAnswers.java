package io.patchboard.gateway.runner;

/** Where the answers of shadows go. Does not fail and does not wait. */
public interface ShadowAnswers {

    void add(ShadowAnswer answer);

    /** A question that was not put to the shadow of a worker, since too many were under way. */
    void passedOver(String worker);
}
