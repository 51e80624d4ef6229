package io.patchboard.workflow.asl;

import io.patchboard.json.Json;
import io.patchboard.json.JsonLimits;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonSyntaxException;
import io.patchboard.workflow.translation.CelTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads conditions of one of the languages, as far as the other can say them. */
final class ConditionParser {

    private static final Pattern TOKEN = Pattern.compile("\\s*(\"(?:[^\"\\\\]|\\\\.)*+\"|'[^'\\\\\"]*+'|`[^`]+`"
            + "|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?|[$\\p{L}_][\\p{L}\\p{N}_]*|&&|\\|\\||[!=<>]=|[?:.()\\[\\]<>=!])");
    /** What is asked in CEL before whether something is in an object, which the other one need not ask. */
    private static final Pattern MAP = CelTexts.beside("type\\(([^()]*)\\) == map && "
            + "(?=has\\(\\1\\.[A-Za-z_]\\w*\\)|\"(?:[^\"\\\\]|\\\\.)*+\" in \\1(?![\\w.\\[]))");
    /** How CEL asks whether a list has an item; JSONata's first is there of what is no list, too. */
    private static final Pattern ITEM =
            CelTexts.beside("type\\(([^()]*)\\) == list && size\\(\\1\\) > ([1-9][0-9]{0,8})(?![0-9.])");

    private static final int DEEPEST = 50;

    /** It says what this cannot read. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1;
    }

    private final Dialect dialect;
    private final List<String> tokens;
    private int at;
    private int depth;

    private ConditionParser(Dialect dialect, List<String> tokens) {
        this.dialect = dialect;
        this.tokens = tokens;
    }

    static Optional<Condition> parse(String text, Dialect dialect) {
        List<String> tokens = new ArrayList<>();
        String whole = text.strip();
        if (dialect == Dialect.CEL) {
            whole = CelTexts.replaced(CelTexts.replaced(whole, MAP, ""), ITEM, "has($1[$2])");
        }
        Matcher matcher = TOKEN.matcher(whole);
        int end = 0;
        while (end < whole.length()) {
            if (!matcher.region(end, whole.length()).lookingAt()) {
                return Optional.empty();
            }
            tokens.add(matcher.group(1));
            end = matcher.end();
        }
        ConditionParser parser = new ConditionParser(dialect, tokens);
        try {
            Condition condition = parser.either();
            return Optional.of(condition).filter(read -> parser.at == tokens.size());
        } catch (Refused e) {
            return Optional.empty();
        }
    }

    private boolean takes(String token) {
        boolean there = at < tokens.size() && tokens.get(at).equals(token);
        if (there) {
            at++;
        }
        return there;
    }

    private void expect(String token) throws Refused {
        if (!takes(token)) {
            throw new Refused();
        }
    }

    private String next() throws Refused {
        if (at == tokens.size()) {
            throw new Refused();
        }
        return tokens.get(at++);
    }

    private Condition either() throws Refused {
        if (++depth > DEEPEST) {
            throw new Refused();
        }
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(both());
        } while (takes(dialect.or().strip()));
        depth--;
        return parts.size() == 1 ? parts.get(0) : new Condition.Joined(false, parts);
    }

    private Condition both() throws Refused {
        List<Condition> parts = new ArrayList<>();
        do {
            parts.add(single());
        } while (takes(dialect.and().strip()));
        return parts.size() == 1 ? parts.get(0) : new Condition.Joined(true, parts);
    }

    private Condition single() throws Refused {
        if (!isSize() && takes("(")) {
            Condition inner = either();
            expect(")");
            return inner;
        }
        if (takes(dialect.not())) {
            if (dialect == Dialect.CEL) {
                return new Condition.Not(single());
            }
            expect("(");
            Condition inner = either();
            expect(")");
            return new Condition.Not(inner);
        }
        if (takes(dialect.exists())) {
            return new Condition.Exists(inBrackets());
        }
        Condition.Operand left = operand();
        String sign = at < tokens.size() ? tokens.get(at) : "";
        if (sign.equals(dialect.equal()) || sign.matches("!=|<=?|>=?")) {
            at++;
            return new Condition.Comparison(left, sign.equals(dialect.equal()) ? "==" : sign, operand());
        }
        return new Condition.Truth(left);
    }

    /** JSONata counts characters and items by different functions. */
    private boolean isSize() {
        return dialect == Dialect.JSONATA
                && at + 1 < tokens.size()
                && tokens.get(at).equals("(")
                && tokens.get(at + 1).equals("$type");
    }

    private Condition.Size size() throws Refused {
        expect("(");
        expect("$type");
        Condition.Path path = inBrackets();
        List<String> rest = List.of("=", "\"string\"", "?", "$length");
        for (String token : rest) {
            expect(token);
        }
        boolean same = inBrackets().equals(path);
        expect(":");
        expect("$count");
        same &= inBrackets().equals(path);
        expect(")");
        if (!same) {
            throw new Refused();
        }
        return new Condition.Size(path);
    }

    private Condition.Path inBrackets() throws Refused {
        expect("(");
        if (!(operand() instanceof Condition.Path path)) {
            throw new Refused();
        }
        expect(")");
        return path;
    }

    private Condition.Operand operand() throws Refused {
        if (isSize()) {
            return size();
        }
        String first = next();
        if (first.equals("size") && dialect == Dialect.CEL) {
            return new Condition.Size(inBrackets());
        }
        Optional<Root> root = Stream.of(Root.values())
                .filter(one -> one.cel().equals(first))
                .findFirst()
                .or(() -> Optional.of(Root.INPUT).filter(any -> first.equals("output"))); // it is handed on as it is
        if (dialect == Dialect.CEL && root.isPresent()) {
            return path(root.get(), List.of());
        }
        if (dialect == Dialect.JSONATA && first.equals("$states")) {
            expect(".");
            return path(states(next()), List.of());
        }
        boolean call = at < tokens.size() && tokens.get(at).equals("(");
        if (dialect == Dialect.JSONATA && !call && first.matches("\\$[\\p{L}_][\\p{L}\\p{N}_]*")) {
            return path(Root.VARIABLES, List.of(first.substring(1)));
        }
        return new Condition.Constant(constant(first));
    }

    private static Root states(String member) throws Refused {
        return switch (member) {
            case "input" -> Root.INPUT;
            case "context" -> Root.CONTEXT;
            default -> throw new Refused();
        };
    }

    private Condition.Path path(Root root, List<Object> first) throws Refused {
        List<Object> steps = new ArrayList<>(first);
        while (true) {
            if (takes(".")) {
                String name = next();
                if (name.startsWith("`")) {
                    steps.add(name.substring(1, name.length() - 1));
                } else if (Character.isLetter(name.charAt(0)) || name.charAt(0) == '_') {
                    steps.add(name);
                } else {
                    throw new Refused();
                }
            } else if (takes("[")) {
                String key = next();
                if (key.matches("[0-9]{1,9}")) {
                    steps.add(Long.valueOf(key));
                } else if (dialect == Dialect.CEL && key.matches("\"[^\\\\]*\"|'.*'")) {
                    steps.add(key.substring(1, key.length() - 1));
                } else {
                    throw new Refused();
                }
                expect("]");
            } else {
                return path(new Reference(root, steps));
            }
        }
    }

    /** Variables are only there by their names. */
    private static Condition.Path path(Reference reference) throws Refused {
        boolean named = !reference.steps().isEmpty()
                && reference.steps().getFirst() instanceof String name
                && name.matches("[\\p{L}_][\\p{L}\\p{N}_]*");
        if (reference.root() == Root.VARIABLES && !named) {
            throw new Refused();
        }
        return new Condition.Path(reference);
    }

    private static Json constant(String token) throws Refused {
        try {
            return new JsonReader(JsonLimits.DEFAULT)
                    .read(token.startsWith("'") ? '"' + token.substring(1, token.length() - 1) + '"' : token);
        } catch (JsonSyntaxException e) {
            throw new Refused();
        }
    }
}
