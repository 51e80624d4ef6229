package io.patchboard.gateway.llm;

/** Whether the schema of the answer is sent along, so that the provider holds the model to it. */
public enum StructuredOutput {
    /** Sent, until the endpoint refuses a request that is taken without it. */
    AUTO,
    /** Sent always; an endpoint that refuses it fails. */
    ON,
    /** Never sent. */
    OFF;
}
