package io.patchboard.workflow.evaluate;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** JSONata: texts between {@code {%} and {@code %}}, and templates that hold some. Bounded in time, depth and size. */
final class Query {

    private static final long MOST_MILLIS = 5_000;
    private static final int DEEPEST = 100;
    private static final int LONGEST = 10_000;
    private static final int MOST_CHARS = 250_000;
    private static final long MOST_MADE = 10_000_000;
    private static final int MOST_FOR_FUNCTION = 500;

    private final Scope scope;

    Query(Scope scope) {
        this.scope = scope;
    }

    /** A template with each expression replaced by its value. */
    Json template(Json template, String field) {
        return switch (template) {
            case JsonObject object -> {
                JsonObject.Builder made = JsonObject.builder();
                object.members().forEach((name, value) -> made.put(name, template(value, field + "/" + name)));
                yield made.build();
            }
            case JsonArray array -> {
                List<Json> items = new ArrayList<>();
                array.forEach(item -> items.add(template(item, field + "/" + items.size())));
                yield JsonArray.copyOf(items);
            }
            case JsonString text
            when isExpression(text.value()) ->
                value(text.value().substring(2, text.value().length() - 2).strip(), field);
            default -> template;
        };
    }

    static boolean isExpression(String text) {
        return text.length() > 4 && text.startsWith("{%") && text.endsWith("%}");
    }

    private Json value(String expression, String field) {
        String about = "The JSONata expression '" + expression + "' of the field '" + field + "' ";
        try {
            if (expression.length() > LONGEST) {
                throw new EvaluationException(EvaluationException.QUERY, "is longer than " + LONGEST + " characters.");
            }
            if (expression.contains("__evaluate")) { // the library keeps its bounds in variables of such names
                throw new EvaluationException(EvaluationException.QUERY, "uses a reserved name.");
            }
            Patterns.check(expression, EvaluationException.QUERY);
            Jsonata query = Jsonata.jsonata(expression);
            query.setOutputConvertNulls(false);
            Object value = query.evaluate(null, frame(query));
            if (value == null) {
                throw new EvaluationException(EvaluationException.QUERY, "returned nothing (undefined).");
            }
            return Values.json(value);
        } catch (EvaluationException e) {
            throw new EvaluationException(e.error(), about + e.getMessage());
        } catch (JException e) {
            throw failed(about, e.getError() + ": " + e.getMessage());
        } catch (StackOverflowError e) {
            throw failed(about, "It is nested too deeply.");
        } catch (OutOfMemoryError e) {
            throw failed(about, "It makes more than there is room for.");
        } catch (RuntimeException e) {
            // The library lets what its functions trip over through as it comes.
            throw failed(about, String.valueOf(e.getMessage()));
        }
    }

    private static EvaluationException failed(String about, String why) {
        return new EvaluationException(EvaluationException.QUERY, about + "failed. " + why);
    }

    private Jsonata.Frame frame(Jsonata query) {
        Jsonata.Frame frame = query.createFrame();
        bound(frame);
        Map<String, Object> states = new LinkedHashMap<>();
        states.put("input", Values.plain(scope.input()));
        states.put("context", Values.plain(scope.context()));
        if (scope.result() != null) {
            states.put("result", Values.plain(scope.result()));
        }
        if (scope.errorOutput() != null) {
            states.put("errorOutput", Values.plain(scope.errorOutput()));
        }
        scope.variables().members().forEach((name, value) -> {
            Object plain = Values.plain(value);
            frame.bind(name, plain == null ? Jsonata.NULL_VALUE : plain);
        });
        frame.bind("states", states);
        functions()
                .forEach((name, function) ->
                        frame.bind(name, new Jsonata.JFunction((input, arguments) -> function.apply(arguments), null)));
        frame.bind("replace", new Jsonata.JFunction((input, arguments) -> replace(arguments), "<s-(sf)(sf)n?:s>"));
        frame.bind("join", new Jsonata.JFunction((input, arguments) -> join(arguments), "<a<s>s?:s>"));
        return frame;
    }

    /** The library checks time and depth at each step; what a step has made is not to grow without bounds either. */
    private static void bound(Jsonata.Frame frame) {
        frame.setRuntimeBounds(MOST_MILLIS, DEEPEST);
        // There is one callback at the end of a step, and the library's own counts the depth.
        Object counting = frame.lookup("__evaluate_exit");
        frame.setEvaluateExitCallback((step, input, inner, made) -> {
            if (made instanceof String text && text.length() > MOST_CHARS
                    || made instanceof Collection<?> list && list.size() > MOST_CHARS) {
                throw new IllegalArgumentException("Expected texts of at most " + MOST_CHARS
                        + " characters and lists of as many items on the way, but got a larger one.");
            }
            if (counting instanceof Jsonata.ExitCallback whole) {
                whole.callback(step, input, inner, made);
            }
        });
    }

    /** Those that Step Functions adds, and in place of JSONata's own those whose value would be another each time. */
    private Map<String, Function<List<?>, Object>> functions() {
        Map<String, Function<List<?>, Object>> all = new LinkedHashMap<>();
        all.put("partition", arguments -> partition(list(arguments, 0), whole(arguments, 1)));
        all.put("range", arguments -> range(whole(arguments, 0), whole(arguments, 1), whole(arguments, 2)));
        all.put("hash", arguments -> Numbers.hash(text(arguments, 0), text(arguments, 1)));
        all.put("random", arguments -> random(arguments).nextDouble());
        all.put("uuid", arguments -> scope.uuid().toString());
        all.put("parse", arguments -> Values.plain(JsonReader.parse(text(arguments, 0))));
        all.put("now", arguments -> {
            expect(arguments.isEmpty(), "$now() without a picture");
            return scope.time().toString();
        });
        all.put("millis", arguments -> scope.time().toEpochMilli());
        all.put("eval", arguments -> {
            throw new IllegalArgumentException("Expected a function of Step Functions, but $eval is none.");
        });
        all.put("pad", Query::pad);
        return all;
    }

    private Random random(List<?> arguments) {
        return arguments.isEmpty() ? scope.seed() : new Random(((Number) arguments.get(0)).longValue());
    }

    private static List<Object> partition(List<?> list, long size) {
        expect(size > 0, "a size of 1 or more");
        List<Object> parts = new ArrayList<>();
        for (int at = 0; at < list.size(); at += (int) Math.min(size, Integer.MAX_VALUE / 2)) {
            parts.add(new ArrayList<>(list.subList(at, (int) Math.min(list.size(), at + size))));
        }
        return parts;
    }

    /** One item alone is that item, as it is with JSONata's sequences. */
    private static Object range(long first, long last, long step) {
        List<Object> numbers = new ArrayList<>(Numbers.range(first, last, step));
        return numbers.size() == 1 ? numbers.get(0) : numbers;
    }

    private static String pad(List<?> arguments) {
        String text = text(arguments, 0);
        long width = whole(arguments, 1);
        expect(Math.abs(width) <= MOST_CHARS, "a width of at most " + MOST_CHARS);
        String fill = arguments.size() > 2 ? text(arguments, 2) : " ";
        int missing = (int) Math.abs(width) - text.codePointCount(0, text.length());
        if (missing <= 0 || fill.isEmpty()) {
            return text;
        }
        int[] signs = fill.codePoints().toArray();
        StringBuilder filled = new StringBuilder();
        for (int i = 0; i < missing; i++) {
            filled.appendCodePoint(signs[i % signs.length]);
        }
        return width < 0 ? filled + text : text + filled;
    }

    /** The library's own, unless a small text would become a huge one. */
    private static String replace(List<?> arguments) {
        if (!(arguments.get(0) instanceof String text)) {
            return null;
        }
        boolean fits = arguments.get(2) instanceof String replacement
                ? (text.length() + 1L) * replacement.length() <= MOST_MADE
                : text.length() <= MOST_FOR_FUNCTION;
        expect(fits, "less text, or a shorter replacement,");
        Integer limit = arguments.size() > 3 && arguments.get(3) instanceof Number number ? number.intValue() : null;
        return com.dashjoin.jsonata.Functions.replace(text, arguments.get(1), arguments.get(2), limit);
    }

    private static String join(List<?> arguments) {
        if (!(arguments.get(0) instanceof List<?> list)) {
            return null;
        }
        String between = arguments.size() > 1 && arguments.get(1) instanceof String text ? text : "";
        List<String> texts = list.stream().map(String.class::cast).toList();
        long made = texts.stream()
                .mapToLong(text -> (long) text.length() + between.length())
                .sum();
        expect(made <= MOST_MADE, "less text");
        return String.join(between, texts);
    }

    private static List<?> list(List<?> arguments, int at) {
        Object value = at < arguments.size() ? arguments.get(at) : null;
        expect(value != null, "a list");
        return value instanceof List<?> list ? list : List.of(value);
    }

    private static long whole(List<?> arguments, int at) {
        Object value = at < arguments.size() ? arguments.get(at) : null;
        expect(value instanceof Number, "a number");
        return ((Number) value).longValue();
    }

    private static String text(List<?> arguments, int at) {
        Object value = at < arguments.size() ? arguments.get(at) : null;
        expect(value instanceof String, "a text");
        return (String) value;
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException("Expected " + what + " as an argument, but got something else.");
        }
    }
}
