package io.patchboard.standalone.check;

import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;

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

    /** With a member beside those of the invocation; not of garbage. */
    Sample with(String name, JsonObject value) {
        JsonObject said = (JsonObject) JsonReader.parse(text);
        return new Sample(check, about, said.with(name, value).toString(), invocation);
    }
}
