package io.patchboard.workflow.asl;

import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.translation.Findings;
import java.util.HashSet;
import java.util.Set;

/** Payload templates of both query languages. */
final class Templates {

    private static final String DYNAMIC = ".$";

    private final Findings findings;

    Templates(Findings findings) {
        this.findings = findings;
    }

    /** JSONPath: members whose names end with {@code .$} hold paths or calls of intrinsic functions. */
    void checkPaths(JsonPlace template) {
        Set<String> plain = new HashSet<>();
        for (JsonPlace member : template.members()) {
            String name = member.name();
            boolean dynamic = name.endsWith(DYNAMIC);
            if (!plain.add(dynamic ? name.substring(0, name.length() - DYNAMIC.length()) : name)) {
                findings.error(
                        member, "Expected each member once, but without \".$\" there would be two of this name.");
            }
            if (!dynamic) {
                checkPaths(member);
            } else if (!member.text()
                    .map(String::strip)
                    .filter(text -> text.equals(member.text().orElseThrow()))
                    .filter(text -> PathText.isPath(text) || Intrinsic.isCall(text))
                    .isPresent()) {
                findings.error(
                        member,
                        "Expected a path or a call of an intrinsic function, since the name ends with \".$\", but got "
                                + member.value() + ".");
            }
        }
        template.items().forEach(this::checkPaths);
    }

    /** JSONata: texts may be expressions between {@code {%} and {@code %}}. */
    void checkExpressions(JsonPlace template) {
        template.members().forEach(this::checkExpressions);
        template.items().forEach(this::checkExpressions);
        template.text()
                .filter(text -> text.startsWith("{%") || text.endsWith("%}"))
                .filter(text -> !isExpression(text))
                .ifPresent(text -> findings.error(
                        template, "Expected a JSONata expression between {% and %}, but got \"" + text + "\"."));
    }

    static boolean isExpression(String text) {
        return text.length() > 4
                && text.startsWith("{%")
                && text.endsWith("%}")
                && Jsonata.isWhole(text.substring(2, text.length() - 2));
    }
}
