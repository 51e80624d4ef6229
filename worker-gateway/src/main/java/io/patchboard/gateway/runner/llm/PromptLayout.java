package io.patchboard.gateway.runner.llm;

import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.Template;
import io.patchboard.gateway.llm.protocol.Toolkit;
import io.patchboard.gateway.runner.llm.tool.ToolBox;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.record.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the prompt of an invocation: what stays in the system's message, what changes in the user's. */
final class PromptLayout {

    /** Members of a view that are the same whenever the role is invoked. */
    private static final Set<String> STABLE =
            Set.of("instruction", "contract", "patch", "schema", "quarantined", "sealed");

    private final Template system = Template.load(PromptLayout.class, "system.txt");
    private final Template user = Template.load(PromptLayout.class, "user.txt");
    private final Template tools = Template.load(PromptLayout.class, "tools.txt");
    private final Template form = Template.load(PromptLayout.class, "patch-form.txt");
    private final String patchFormat =
            Template.load(PromptLayout.class, "patch-format.txt").toString();

    private final String bound =
            Template.load(PromptLayout.class, "neighbourhood.txt").toString();
    private final String undoing =
            Template.load(PromptLayout.class, "undoes.txt").toString();
    private final Template caution = Template.load(PromptLayout.class, "untrusted.txt");
    private final Template spans = Template.load(PromptLayout.class, "spans.txt");
    private final String reminder =
            Template.load(PromptLayout.class, "reminder.txt").toString();

    /** @param box with the tools that the model may call */
    ChatPrompt prompt(Invocation invocation, ToolBox box) {
        JsonArray contract = contract(invocation);
        String fixed = system.fill(Map.of(
                "worker", invocation.worker(),
                "instruction", invocation.instruction(),
                "patch-format", patchFormat,
                "schema", invocation.schema().toString(),
                "contract", contract.toString(),
                "form", form(invocation),
                "tools", tools(box)));
        JsonObject changing = invocation.view();
        for (String stable : STABLE) {
            changing = changing.without(stable);
        }
        return new ChatPrompt(
                fixed,
                user(invocation, changing),
                List.of(),
                Optional.of(AnswerSchema.of(contract, invocation.schema())),
                Toolkit.of(box.offers()));
    }

    private String tools(ToolBox box) {
        return box.isEmpty()
                ? ""
                : "\n\n"
                        + tools.fill(
                                Map.of("calls", Integer.toString(box.limits().calls())));
    }

    /** What patches have to look like; nothing where the contract says nothing of it. */
    private String form(Invocation invocation) {
        return invocation
                .view()
                .get("patch")
                .map(rules -> "\n\n" + form.fill(Map.of("form", rules.toString())))
                .orElse("");
    }

    /**
     * The view is data in any case; where words in it are from outside, the model is told so before and behind it, and
     * which they are.
     */
    private String user(Invocation invocation, JsonObject view) {
        String notes = notes(invocation);
        if (!invocation.invoked().taint().contains(Taint.UNTRUSTED)) {
            return user.fill(Map.of("notes", notes, "caution", "", "view", view.toString(), "reminder", ""));
        }
        Spotlight light = Spotlight.of(invocation.invocationId());
        return user.fill(Map.of(
                "notes",
                notes,
                "caution",
                caution.fill(Map.of("spans", " " + spans.fill(Map.of("mark", light.mark())))) + "\n\n",
                "view",
                light.on(view).toString(),
                "reminder",
                "\n\n" + reminder));
    }

    /** What holds for this invocation alone, and so cannot stand in what stays the same for the role. */
    private String notes(Invocation invocation) {
        String near = invocation.invoked().neighbourhood().isPresent() ? bound + "\n\n" : "";
        return invocation.view().has("undoes") ? near + undoing + "\n\n" : near;
    }

    private static JsonArray contract(Invocation invocation) {
        Json contract =
                invocation.view().get("contract").orElse(invocation.invoked().writes());
        return contract instanceof JsonArray array ? array : JsonArray.EMPTY;
    }
}
