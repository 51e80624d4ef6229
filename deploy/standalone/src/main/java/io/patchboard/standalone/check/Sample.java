package io.patchboard.standalone.check;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonObject;

/**
 * One thing to ask.
 *
 * @param check the name of the check that asks it
 * @param about what is special about it
 * @param text the line or body that goes out
 * @param invocation what it says, or would if it were not garbage
 */
record Sample(String check, String about, String text, Invocation invocation) {

    static Sample of(String check, String about, Invocation invocation) {
        return new Sample(check, about, invocation.entry().toJson().toString(), invocation);
    }

    /** With a member that no version of the contract has. */
    Sample with(String name, JsonObject value) {
        return new Sample(
                check, about, invocation.entry().toJson().with(name, value).toString(), invocation);
    }
}
