package io.patchboard.standalone.launcher;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every command line that README and docs show, and how it is tried. */
final class KnownCommands {

    /** How a command line is tried, and what is put behind it. */
    enum How {
        /** It ends by itself, with success. */
        RUNS,
        /** It ends with a verdict on a worker, which may be that it fits another blueprint only. */
        JUDGES,
        /** It says that it is ready, and is stopped. */
        SERVES,
        /** What it needs is not here (a model, a person, somebody's file): that it is understood has to do. */
        PARSES
    }

    record Try(How how, String more) {}

    static final Map<String, Try> ALL = new LinkedHashMap<>();

    static {
        runs("demo");
        runs("run examples/hello-summary");
        runs("run examples/hello-summary --workers examples/hello-summary/workers-limited.yaml");
        runs("run examples/household");
        runs("run examples/household --set 'mistakes=[]'");
        runs("experiment alfworld --walkthroughs --data examples/household");
        runs("run examples/job-shop");
        runs("blueprint graph --format svg -o household.svg examples/household/blueprint.yaml");
        runs("run examples/hello-summary --set 'notes=[\"A note of mine. It has two sentences.\"]'");
        runs("run examples/hello-summary --bootstrap-server localhost:9092 --board b1");
        runs("run examples/workers --workers examples/workers/python-process/workers.yaml");
        runs("preset blackboard --agents analyst,critic --decider editor -o team");
        runs("preset blackboard --agents analyst,critic,editor --coordinator boss --decider editor -o team");
        runs("preset generator-judge -o judged");
        runs("run judged --set task=\"Name a color.\" --set rubric=\"It is one word.\"");
        runs("preset critics");
        runs("run critics --set document=\"The sky is green.\"");
        runs("preset debate");
        runs("run debate --set motion=\"Tea is better than coffee.\"");
        runs("preset chain");
        parses("run chain --set document=\"The sky is green.\"");
        runs("preset parallel");
        parses("run parallel --set task=\"Translate.\" --set 'pieces=[{\"text\": \"one\"}, {\"text\": \"two\"}]'");
        runs("preset orchestrator");
        parses("run orchestrator --set goal=\"Compare tea and coffee.\"");
        runs("preset loop");
        parses("run loop --set task=\"Write a haiku.\"");
        runs("run team --set 'problem=\"Why is the sky blue?\"'");
        runs("run team --set problem=\"Why is the sky blue?\"");
        runs("blueprint validate examples/hello-summary/blueprint.yaml");
        runs("blueprint graph --format svg -o workflow.svg examples/hello-summary/blueprint.yaml");
        ALL.put("worker check python3 worker.py", new Try(How.JUDGES, ""));
        runs("worker check --url http://localhost:8000/answer");
        ALL.put("worker check --workers workers.yaml --worker summarizer", new Try(How.JUDGES, ""));
        runs("worker check --blueprint blueprint.yaml --input input.json --worker summarizer python3 worker.py");
        ALL.put(
                "worker check --blueprint blueprint.yaml --state state.json --worker summarizer python3 worker.py",
                new Try(How.JUDGES, ""));
        parses("worker check --workers workers.yaml --worker summarizer --board b1");
        runs("board list");
        runs("limits");
        runs("board log b1");
        runs("board log b1 --as alas");
        runs("replay --verify");
        List.of("replay", "replay --json", "approvals list").forEach(command -> runs(command));
        runs("replay --verify --inputs");
        runs("replay --verify --decide");
        runs("anchor --json >> anchors.jsonl");
        ALL.put("faults", new Try(How.RUNS, " --per-type 2"));
        ALL.put("up", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        ALL.put("up --http-token-file token", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        ALL.put("up --sources examples/orders/sources.yaml", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        runs("sources examples/orders/sources.yaml --check");
        parses("sources sources.yaml --bootstrap-server kafka:9092");
        parses("children --bootstrap-server kafka:9092");
        parses("board log order-17");
        ALL.put("up --principals principals.yaml", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        ALL.put("gateway --workers workers.yaml --bootstrap-server broker:9092", new Try(How.SERVES, ""));
        ALL.put("kernel", new Try(How.SERVES, ""));
        ALL.put("server", new Try(How.SERVES, " --http-port 0"));
        parses("mcp");
        parses("gateway --workers FILE --bootstrap-server HOST:PORT");
        parses("up --blobs s3://my-bucket/blobs");
        parses("run examples/hello-summary --workers examples/hello-summary/workers-llm.yaml");
        parses("run examples/hello-summary --workers examples/hello-summary/workers-tools.yaml");
        parses("run examples/evidence-review --no-workers --bootstrap-server localhost:9092");
        parses("run examples/workers --bootstrap-server localhost:9092");
        parses("architect \"Summarise each note, then rank the summaries\" --model openai/gpt-4.1 --envelope FILE");
        parses("architect \"Two critics review a text apart from each other, an editor mends it\" --input text.json"
                + " --envelope review-envelope.yaml --workers workers.yaml --model openai/gpt-4.1 -o review");
        parses("faults --circuits");
        parses("faults --per-type 1000 --bootstrap-server localhost:9092");
        parses("faults [--per-type 200] [--seed 1] [--json] [--out DIR]");
        Set.of("blueprint", "workers", "workflow", "record PatchProposal").forEach(kind -> runs("schema " + kind));
        runs("workflow check examples/workflows/order.yaml");
        runs("workflow check examples/workflows/plan-and-repair.yaml");
        runs("workflow export examples/workflows/order.yaml --to asl");
        runs("workflow export examples/workflows/order.yaml --to argo");
        runs("workflow import examples/workflows/diamond.argo.yaml --from argo");
        runs("workflow export examples/workflows/order.yaml --to blueprint --parts parts");
        runs(
                "workflow run examples/workflows/plan-and-repair.yaml --workers examples/workflows/plan-and-repair/workers.yaml"
                        + " --input examples/workflows/plan-and-repair/input.json");
        runs("workflow run examples/workflows/order.yaml --workers examples/workflows/order/workers.yaml"
                + " --input examples/workflows/order/input.json");
        runs("workflow run examples/workflows/order.yaml --workers examples/workflows/order/workers.yaml"
                + " --input examples/workflows/order/input.json --inject examples/workflows/order/faults.json");
        runs("factory bind examples/workflows/plan-and-repair.yaml"
                + " --catalogue examples/workflows/plan-and-repair/catalogue.yaml -o bound");
        runs("workflow run bound/workflow.json --workers bound/workers.yaml"
                + " --input examples/workflows/plan-and-repair/input.json");
        runs("run examples/ride-sharing");
        runs("run examples/family-reunion");
        runs("test examples/ride-sharing");
        runs("test examples/family-reunion");
        runs("schema catalogue");
        runs("workflow run examples/workflows/prices.asl.json --input examples/workflows/prices/input.json");
        runs("workflow import examples/workflows/approval.asl.json --from asl");
        parses("board log ID");
        parses("propose --dry-run");
        parses("send");
        parses("worker check");
        parses("experiment all --quick"); // AllCommandTest runs it
        parses("experiment alfworld --quick"); // a part of it
        runs("experiment alfworld --walkthroughs");
        runs("experiment hotpotqa --quick");
        parses("experiment hotpotqa --data hotpot_dev_distractor_v1.json --rates 0,0.05 --out results");
        runs("experiment job-shop --time 2s");
        runs("experiment job-shop --disrupted 3 --only ft06 --time 2s");
        runs("experiment job-shop --edits 200");
        runs("experiment job-shop --faults 5 --only ft06");
        parses("experiment job-shop --only ft06 --input > input.json");
        parses("run examples/job-shop --input input.json");
        ALL.put(
                "experiment alfworld --arms patchboard,plain --rates 0,0.1 --out results",
                new Try(How.RUNS, " --quick"));
        runs("experiment report results -o results");
        runs("test examples/hello-summary");
        runs("test examples/fallback");
        parses("test examples --junit scenarios.xml");
        parses("test examples/hello-summary --faults 0.3 --runs 1000");
        parses("init my-board");
        parses("record review-7 -o tests/review-7.scenario.json");
        parses("test tests");
        parses("test judged");
        parses("test team");
        parses("experiment alfworld --play pick_clean");
        runs("blob put page.png --type image/png");
        runs("archive --to archive --retain 30d --blobs .patchboard/blobs");
        runs("archive --to archive --retain 30d --blobs .patchboard/blobs --cut");
        runs("replay --verify --archive archive");
        parses("blob get 0e1d...9a2f --output page.png");
        runs("blob collect --blobs .patchboard/blobs --dry-run");
        parses("blob erase 8efe...d33c --blobs .patchboard/blobs");
        parses("blueprint validate FILE");
        parses("blueprint graph --format svg");
        parses("blueprint publish review.yaml --reason \"claims need two sources\"");
        parses("blueprint rollout review@4 --share 0.1");
        parses("blueprint diff review@3 review@4");
        parses("run review@3 --bootstrap-server localhost:9092 --board b1");
        parses("board reopen review-7 --raise tokens=500000 --reason \"the model is back\"");
        parses("board resolve review-7 --retry --reason \"the model is back\"");
        parses("board resolve review-7 41 --raise tokens=500000 --reason \"worth it\"");
        parses("board edit review-7 --patch not-yet.json --reason \"not yet\"");
        parses("board resolve review-7 --resume --reason \"looked at it\"");
        parses("board resolve --where reason=outage --where worker=extractor --retry --rate 5 --reason \"it is back\"");
        ALL.put("subscribe --to http://localhost:8000/hook --kind NeedsPerson", new Try(How.SERVES, ""));
        ALL.put(
                "subscribe --to http://localhost:8000/hook --kind NeedsPerson"
                        + " --link-to http://localhost:8080 --link-secret-file link-secret --link-for ada",
                new Try(How.SERVES, ""));
        ALL.put("up --link-secret-file link-secret", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        ALL.put("up --push-to hooks.example.org,10.1.2.3", new Try(How.SERVES, " --kafka-port 0 --http-port 0"));
        parses("board state ID --version N");
        parses("replay --verify --bootstrap-server HOST:PORT");
        parses("replay --verify --anchor anchors.jsonl");
        parses("up --anchor-file anchors.jsonl --anchor-every 1h");
        parses("doctor");
        runs("keys make author.pem");
        runs("keys show author.pem");
        parses("propose --board review-7 --worker author --patch patch.json --sign-with author.pem");
        parses("run review.yaml --board review-7 --by ada --sign-with ada.pem");
        parses("board pause review-7 --reason \"the budget is to be discussed\" --by ada --sign-with ada.pem");
        parses("acl --for kernel");
        parses("acl --for publisher");
        parses("acl --for gateway --queue reviews --commands kafka-1:9092");
        parses("acl --for app --strimzi my-cluster");
        parses("acl --for gateway,sealer,opener");
        parses("acl --for kernel --prefix acme. --principal acme-kernel --commands");
        parses(
                "acl --for gateway,app --prefix acme. --group acme- --principal acme-gateway --quota 5000000 --commands");
        parses(
                "acl --for gateway,app,reader,publisher --prefix acme. --group acme-http --principal acme-server --commands");
        parses("run visits.yaml --workers workers.yaml --bootstrap-server localhost:9092 --board visit-7 --set"
                + " 'name={\"$unsealed\": {\"subject\": \"patient-12\", \"value\": \"Ada Lovelace\"}}'");
        parses("board state visit-7");
        parses("seal --board visit-7 --subject patient-12 --value '\"a finding\"'");
        parses("erase --subject patient-12 --reason \"asked to be forgotten\" --by ada");
        parses("rejections");
        parses("rejections --by version");
        parses("board progress b-1");
        parses("board settle order-7 --done '{\"receipt\": 41}'");
        parses("board resolve order-7 --retry --reason \"the receipt is in the archive\"");
        parses("what-if --blueprint-name claims --blueprint stricter.yaml --golden accepted.json");
        parses("ask-again --blueprint-name evidence-review --worker writer --workers cheaper.yaml --sample 50");
        parses("ask-again --all --worker writer --workers cheaper.yaml --shadow 0.05 --timeout 1h");
        parses("ask-again --all --worker writer --recorded");
        parses("what-if review-7 --blueprint stricter.yaml --mode onward");
    }

    private KnownCommands() {}

    private static void runs(String command) {
        ALL.put(command, new Try(How.RUNS, ""));
    }

    private static void parses(String command) {
        ALL.put(command, new Try(How.PARSES, " --help"));
    }
}
