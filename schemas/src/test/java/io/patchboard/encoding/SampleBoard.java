package io.patchboard.encoding;

import java.time.Instant;

/** The board that the samples tell of: what it was created with, and what its records have in them. */
final class SampleBoard {

    static final String BLUEPRINT = """
            {"apiVersion":"patchboard/v1","name":"evidence-review",
             "input":{"type":"object","required":["question"],"properties":{"question":{"type":"string"}}},
             "state":{"schema":{"type":"object","required":["question","sources","claims"],"properties":{
                "question":{"type":"string"},
                "sources":{"type":"array","items":{"type":"string"}},
                "claims":{"type":"array","items":{"type":"object","required":["text","status"],"properties":{
                   "text":{"type":"string"},"status":{"enum":["draft","verified","refuted"]}}}},
                "answer":{"type":"string"}}},
              "initial":{"question":{"$input":"/question"},"sources":["The bridge opened in 1932."],"claims":[]}},
             "workers":{"extractor":{"instruction":"Extract claims that a source states. Quote them — word for word.","queue":"llm",
                "read":["/question","/sources/*"],"write":[{"op":["add"],"path":"/claims/-"}]}},
             "rules":[{"name":"extract","on":{"op":["add"],"path":"/sources/*"},"invoke":"extractor"}],
             "complete":{"when":"has(state.answer)","result":"/answer"}}
            """;

    static final String LABELS = "{\"team\":\"facts\",\"case\":\"7\"}";

    static final String INPUT = "{\"question\":\"When did the bridge open?\"}";

    static final String FIRST_STATE =
            "{\"question\":\"When did the bridge open?\",\"sources\":[\"The bridge opened in 1932.\"],\"claims\":[]}";

    static final String STATE = """
            {"question":"When did the bridge open?","sources":["The bridge opened in 1932."],
             "claims":[{"text":"The bridge opened in 1932.","status":"draft","confidence":0.90}]}
            """;

    static final String PATCH = """
            [{"op":"add","path":"/claims/%s",
              "value":{"text":"The bridge opened in 1932.","status":"draft","confidence":0.90}}]
            """;

    static final String VIEW = """
            {"instruction":"Extract claims that a source states. Quote them — word for word.",
             "contract":[{"op":["add"],"path":"/claims/-"}],
             "schema":{"/claims/-":{"properties":{"status":{"enum":["draft","verified","refuted"]},"text":{"type":"string"}},
                "required":["text","status"],"type":"object"}},
             "item":{"path":"/sources/0","value":"The bridge opened in 1932."},
             "state":{"/question":"When did the bridge open?"}}
            """;

    static final String INVOCATION = "inv-1-7f3a9c5e21d04b68";
    static final Instant START = Instant.parse("2026-01-05T09:00:00.000Z");

    private SampleBoard() {}
}
