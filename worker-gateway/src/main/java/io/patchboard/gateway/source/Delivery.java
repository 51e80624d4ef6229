package io.patchboard.gateway.source;

/** One record of an invocations topic, to be acknowledged or released. Only the first of the two calls counts. */
public interface Delivery {

    /** The record as it stands in the topic; empty if it has no value. */
    byte[] value();

    /** Topic, partition and offset, for log messages. */
    String position();

    /** Done with it: it need not be delivered again. Takes effect at one of the next polls. */
    void ack();

    /** Not done with it: deliver it again, here or elsewhere, after a while. Takes effect at one of the next polls. */
    void release();
}
