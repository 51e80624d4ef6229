package io.patchboard.bench.fuzz;

import io.patchboard.json.Json;
import io.patchboard.json.JsonReader;
import java.util.List;

/** Blueprints with something of everything that a record can set going. */
final class FuzzBoards {

    /** Whom nobody has to invite; may write everywhere. */
    static final String WRITER = "writer";

    /** Who is invited for each item. */
    static final String WORKER = "worker";

    private static final String BLUEPRINT = """
            {"apiVersion": "patchboard/v1", "name": "fuzz",
             "state": {"initial": {"items": [], "out": {}},
                       "schema": {"type": "object", "required": ["items"],
                                  "properties": {"items": {"type": "array", "maxItems": 60,
                                                           "items": {"type": ["object", "string"],
                                                                     "properties": {"n": {"multipleOf": 0.01},
                                                                                    "mail": {"pattern": "^[a-z.]+@[a-z.]{1,100}$"},
                                                                                    "kind": {"enum": ["Aa", "BB", 1]}}}},
                                                 "set": {"uniqueItems": true}}}},
             "workers": {"writer": {"privileged": true, "unsolicited": true, "read": [""], "write": [{"op": ["add", "remove", "replace", "move", "copy", "test"], "path": "/**"}]},
                         "worker": {"read": ["/items/*"], "view": {"maxChars": 500}, "policy": "quick",
                                    "write": [{"op": ["add", "replace"], "path": "/items/*/**"}, {"op": ["add"], "path": "/out/*"}]},
                         "closer": {"read": ["/out"], "policy": "quick", "write": [{"op": ["add"], "path": "/done"}]}},
             "rules": [%s],
             "invariants": [{"name": "growing", "path": "/items/*", "rule": "!has(self.n) || double(self.n) < 1e9"},
                            {"name": "few", "rule": "size(state.items) <= 50"}],
             "policies": {"quick": {"timeout": "PT2S", "retry": {"maxAttempts": 2, "backoff": {"mode": "fixed", "base": "PT0.2S"}}}},
             "budgets": {"invocations": 300}, %s
             "complete": {"when": "has(state.done)", "result": "/out"}}
            """;

    private static final String CIRCUIT =
            "\"circuit\": {\"invalidStreak\": 100, \"noOpStreak\": 100, \"repeatedState\": {\"window\": 100}},";

    private static final List<String> RULES = List.of(
            "{\"name\": \"each\", \"on\": {\"op\": [\"add\"], \"path\": \"/items/*\"}, \"invoke\": \"worker\"}",
            "{\"name\": \"later\", \"on\": {\"op\": [\"add\"], \"path\": \"/items/*\"}, \"invoke\": \"worker\", \"delay\": \"PT0.5S\"}",
            "{\"name\": \"odd\", \"on\": {\"path\": \"/items/*\"}, \"when\": \"state.items.all(a, state.items.exists(b, a == b))\","
                    + " \"invoke\": \"worker\", \"maxConcurrent\": 2}",
            "{\"name\": \"end\", \"on\": {\"event\": \"quiescent\"}, \"when\": \"size(state.items) > 20\", \"invoke\": \"closer\"}");

    private FuzzBoards() {}

    /** The blueprint of a board; boards differ in the rules that they have, and in what ends them. */
    static Json blueprint(int board) {
        String rules = board % 2 == 0 ? RULES.get(board / 2 % 3) + "," + RULES.get(3) : RULES.get(3);
        return JsonReader.parse(BLUEPRINT.formatted(rules, board % 4 == 3 ? "" : CIRCUIT));
    }

    /** What proposals to these boards do, sense and nonsense; {@code #} stands for a number. */
    static final List<String> PATCHES = List.of(
            "[{'op':'add','path':'/items/-','value':{'n':#,'kind':'Aa','mail':'a@b'}}]",
            "[{'op':'add','path':'/items/0','value':{'n':#.25}}]",
            "[{'op':'add','path':'/items/-','value':'text #'},{'op':'add','path':'/items/-','value':'text #'}]",
            "[{'op':'remove','path':'/items/0'}]",
            "[{'op':'move','from':'/items/0','path':'/items/1'}]",
            "[{'op':'copy','from':'/items','path':'/out/k#'}]",
            "[{'op':'replace','path':'/items','value':[]}]",
            "[{'op':'replace','path':'/items/1','value':{'n':7e9}}]",
            "[{'op':'test','path':'/items','value':[]},{'op':'add','path':'/out/t','value':#}]",
            "[{'op':'add','path':'/set','value':[1,2,#,#]}]",
            "[{'op':'remove','path':''}]",
            "[]");

    /** What invited workers answer, sense and nonsense. */
    static final List<String> ANSWERS = List.of(
            "[{'op':'add','path':'/out/k#','value':#}]",
            "[{'op':'add','path':'/items/0/note','value':'note #'}]",
            "[{'op':'replace','path':'/items/0/n','value':#}]",
            "[{'op':'add','path':'/done','value':true}]",
            "[{'op':'remove','path':'/items'}]",
            "[]");
}
