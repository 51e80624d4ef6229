package io.patchboard.workflow.argo;

import io.patchboard.json.Json;
import io.patchboard.json.JsonPlace;
import io.patchboard.workflow.argo.Order.Call;
import io.patchboard.workflow.argo.Order.Series;
import io.patchboard.workflow.argo.Order.Sides;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What can be spoken of at a place: nodes of a workflow see what was done just before, and nothing else. Outputs of
 * tasks are taken to be objects with {@code result} and {@code parameters}.
 *
 * @param known CEL over {@code input}, by what stands for it there: {@code steps.NAME}, {@code item}, {@code workflow}
 */
record References(Map<String, String> known) {

    private static final String NAME = "[A-Za-z0-9_-]+";
    private static final Pattern OUTPUT =
            Pattern.compile("((?:steps|tasks)\\.[A-Za-z0-9_-]+)\\.outputs\\.(result|parameters\\.(" + NAME + "))");
    private static final Pattern STATUS_OF = Pattern.compile("(?:steps|tasks)\\.(" + NAME + ")\\.status");
    private static final Pattern ITEM = Pattern.compile("(item)((?:\\." + NAME + ")*)");
    private static final Pattern PARAMETER = Pattern.compile("(workflow|inputs)\\.parameters\\.(" + NAME + ")");
    private static final String INPUT = "input";
    private static final String STATUS = "workflow.status";

    /** In front of the names of what stands for a parameter of the document that the input has not. */
    private static final String LEFT_OUT = "left out: ";

    /** Is known where the template that begins is called: it sees there what it would see without a call. */
    private static final String BEGINS = "begins";

    static final String SUCCEEDED = "Succeeded";
    static final String FAILED = "Failed";
    private static final String ERROR = "Error";

    /** The status of one that goes on after failures and errors, which are not told apart. */
    static final String EITHER = "Failed or Error";

    /** CEL: what stands in the place of the output of what has failed and was meant to be tried alone. */
    static final String OF_FAILED = "[]";

    /**
     * Where the document begins: its parameters are the input, or else what it says itself.
     *
     * @param spec of the document
     * @param entry the template that begins
     */
    static References atStart(JsonPlace spec, JsonPlace entry) {
        Map<String, String> seen = new HashMap<>(Map.of("workflow", INPUT, "inputs", INPUT));
        Map<String, String> given = Constants.of(spec.into("arguments"));
        given.forEach((name, value) -> seen.put(LEFT_OUT + name.replaceFirst("inputs", "workflow"), value));
        Constants.of(entry.into("inputs")).forEach((name, value) -> seen.put(LEFT_OUT + name, value));
        given.forEach((name, value) -> seen.put(LEFT_OUT + name, value));
        return new References(seen);
    }

    /** The same where the template that begins is called as a step, to be retried or with an exit. */
    References beginning() {
        Map<String, String> seen = new HashMap<>(known);
        seen.put(BEGINS, INPUT);
        return new References(seen);
    }

    /**
     * What a template sees where it begins: its own parameters where they are given as constants, and the document's,
     * if they are the input there.
     *
     * @param step calls it
     */
    References within(JsonPlace step, JsonPlace template) {
        if (known.containsKey(BEGINS)) {
            Map<String, String> seen = new HashMap<>(known);
            seen.remove(BEGINS);
            return new References(seen);
        }
        Map<String, String> seen = new HashMap<>(Constants.of(template.into("inputs")));
        for (JsonPlace passed : step.into("arguments").items("parameters")) {
            String name = Constants.nameOf(passed);
            if (passed.has("value") || passed.has("valueFrom")) {
                seen.remove(name); // what is passed counts, and may be what nobody knows here
                seen.remove(name + Constants.QUOTED);
            }
            Optional<String> said = Constants.said(passed);
            said.flatMap(this::constantOf).ifPresent(value -> seen.put(name, value));
            said.flatMap(this::quotedConstantOf).ifPresent(value -> seen.put(name + Constants.QUOTED, value));
        }
        of("workflow").ifPresent(input -> {
            seen.put("workflow", input);
            known.forEach((name, value) -> {
                if (name.startsWith(LEFT_OUT + "workflow")) {
                    seen.put(name, value);
                }
            });
        });
        of(STATUS).ifPresent(status -> seen.put(STATUS, status));
        return new References(seen);
    }

    /** The constant that a text is or refers to; empty if what it refers to is none. */
    Optional<String> constantOf(String text) {
        return text.contains("{{")
                ? braced(text)
                        .map(reference -> reference.replace(".parameters.", "."))
                        .filter(References::isConstant)
                        .flatMap(this::of)
                : Optional.of(Constants.cel(text));
    }

    /** The same in quotes. */
    private Optional<String> quotedConstantOf(String text) {
        return text.contains("{{")
                ? braced(text)
                        .map(reference -> reference.replace(".parameters.", "."))
                        .filter(References::isConstant)
                        .flatMap(name -> of(name + Constants.QUOTED).or(() -> of(name)))
                : Optional.of(Constants.quoted(text));
    }

    private static boolean isConstant(String name) {
        return name.startsWith("inputs.") || name.equals(STATUS);
    }

    /** The same after something was called: constants stay. */
    References with(References other) {
        Map<String, String> both = new HashMap<>(other.known);
        known.forEach((name, cel) -> {
            if (isConstant(name)) {
                both.put(name, cel);
            }
        });
        return new References(both);
    }

    /**
     * Where a template begins that calls itself at its end: what is the same each time.
     *
     * @param step calls it again
     */
    References again(JsonPlace step) {
        Map<String, String> same = new HashMap<>();
        known.forEach((name, cel) -> {
            String parameter = name.replace(Constants.QUOTED, "");
            boolean handedOn = step.into("arguments").items("parameters").stream()
                    .filter(passed -> parameter.equals(Constants.nameOf(passed)))
                    .flatMap(passed -> Constants.text(passed.into("value")).stream())
                    .anyMatch(value -> braced(value)
                                    .filter(reference -> parameter.equals(reference.replace(".parameters.", ".")))
                                    .isPresent()
                            || (name.equals(parameter) ? Constants.cel(value) : Constants.quoted(value)).equals(cel));
            if (handedOn || name.equals(STATUS)) {
                same.put(name, cel);
            }
        });
        return new References(same);
    }

    /** Where all that was done before is known to have ended so. */
    static References ended(String status) {
        return new References(Map.of(STATUS, Json.of(status).toString()));
    }

    /** Where something is done for one of several items. */
    static References ofItem() {
        return new References(Map.of("item", INPUT));
    }

    /**
     * After something was called.
     *
     * @param isPlain whether a call is that of one task, done in any case
     * @param isMap whether it is that of one task for each of several items
     * @param isTried whether it is that of one task that may have failed
     */
    static References after(Order order, Predicate<Call> isPlain, Predicate<Call> isMap, Predicate<Call> isTried) {
        Map<String, String> known = new HashMap<>();
        switch (order) {
            case Call call -> {
                if (call.when().isEmpty() && CallNodes.goesOnAfter(call.step()).isEmpty()) {
                    known.put("done." + call.name(), INPUT); // whatever the input is
                }
                if (isPlain.test(call)) {
                    known.put("steps." + call.name(), INPUT);
                } else if (isMap.test(call)) {
                    known.put("all." + call.name(), INPUT);
                } else if (isTried.test(call)) {
                    JsonPlace goesOn = call.step().into("continueOn");
                    known.put("tried." + call.name(), INPUT);
                    known.put(
                            "failed." + call.name(),
                            !goesOn.flag("error") ? FAILED : goesOn.flag("failed") ? EITHER : ERROR);
                }
            }
            case Series series -> known.putAll(after(series.parts().getLast(), isPlain, isMap, isTried).known);
            case Sides sides -> {
                for (int i = 0; i < sides.parts().size(); i++) {
                    String side = INPUT + "[" + i + "]";
                    after(sides.parts().get(i), isPlain, isMap, isTried)
                            .known
                            .forEach((name, cel) -> known.put(name, cel.replaceFirst(INPUT, side)));
                }
            }
        }
        return new References(known);
    }

    /** What stands in double braces, where nothing else does. */
    static Optional<String> braced(String text) {
        return text.startsWith("{{") && text.endsWith("}}")
                ? Optional.of(text.substring(2, text.length() - 2).strip())
                : Optional.empty();
    }

    /** CEL for what stands in double braces; empty where that is not known here. */
    Optional<String> cel(String reference) {
        if (reference.equals(STATUS)) {
            return of(STATUS);
        }
        Matcher status = STATUS_OF.matcher(reference);
        if (status.matches()) {
            return of("done." + status.group(1))
                    .map(any -> Json.of(SUCCEEDED).toString())
                    .or(() -> of("tried." + status.group(1))
                            .map(cel -> "(" + cel + " == " + OF_FAILED + " ? "
                                    + Json.of(known.get("failed." + status.group(1))) + " : "
                                    + Json.of(SUCCEEDED) + ")"));
        }
        Matcher output = OUTPUT.matcher(reference);
        if (output.matches()) {
            String name = output.group(1).replaceFirst("tasks", "steps");
            String part = output.group(3) == null ? ".result" : ".parameters" + member(output.group(3));
            return of(name).map(cel -> cel + part)
                    .or(() ->
                            of(name.replaceFirst("steps", "all")).map(cel -> cel + ".map(output, output" + part + ")"));
        }
        Matcher item = ITEM.matcher(reference);
        if (item.matches()) {
            return of("item")
                    .map(cel -> cel
                            + Stream.of(item.group(2).split("\\."))
                                    .skip(1)
                                    .map(References::member)
                                    .collect(Collectors.joining()));
        }
        return parameter(reference, "");
    }

    /** The same in quotes: as a text, a constant as the one that it was. */
    Optional<String> quoted(String reference) {
        return parameter(reference, Constants.QUOTED).or(() -> cel(reference).map(cel -> "string(" + cel + ")"));
    }

    private Optional<String> parameter(String reference, String form) {
        Matcher parameter = PARAMETER.matcher(reference);
        if (!parameter.matches()) {
            return Optional.empty();
        }
        String whose = parameter.group(1);
        String name = parameter.group(2);
        return of("inputs." + name + form)
                .filter(any -> whose.equals("inputs"))
                .or(() -> of(whose)
                        .map(input -> given(
                                input,
                                name,
                                form.isEmpty() ? input + member(name) : "string(" + input + member(name) + ")",
                                of(LEFT_OUT + whose + "." + name + form))));
    }

    /** Without spaces, as a word of a condition. */
    private static String given(String input, String name, String member, Optional<String> otherwise) {
        return otherwise
                .map(constant -> "(" + Json.of(name) + "in(" + input + ")?" + member + ":" + constant + ")")
                .orElse(member);
    }

    private static String member(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? "." + name : "[" + Json.of(name) + "]";
    }

    private Optional<String> of(String name) {
        return Optional.ofNullable(known.get(name));
    }
}
