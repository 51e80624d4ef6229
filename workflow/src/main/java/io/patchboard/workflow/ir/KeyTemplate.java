package io.patchboard.workflow.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * The template of a key, as texts with expressions between them.
 *
 * @param texts one more than there are holes
 * @param holes in CEL
 */
public record KeyTemplate(List<String> texts, List<String> holes) {

    public KeyTemplate {
        texts = List.copyOf(texts);
        holes = List.copyOf(holes);
    }

    /** @throws IllegalArgumentException if a brace is not closed, or nothing stands within */
    public static KeyTemplate parse(String template) {
        List<String> texts = new ArrayList<>();
        List<String> holes = new ArrayList<>();
        int from = 0;
        for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', from)) {
            int close = template.indexOf('}', open);
            if (close < 0 || template.substring(open + 1, close).isBlank()) {
                throw new IllegalArgumentException("Expected {expression} in the key's template, but in \"" + template
                        + "\" the brace at " + (open + 1) + " has "
                        + (close < 0 ? "no other that closes it." : "nothing in it."));
            }
            texts.add(template.substring(from, open));
            holes.add(template.substring(open + 1, close).strip());
            from = close + 1;
        }
        texts.add(template.substring(from));
        return new KeyTemplate(texts, holes);
    }

    /** With the id of the node in place of {@code {node}}. */
    public KeyTemplate of(String node) {
        List<String> newTexts = new ArrayList<>(List.of(texts.get(0)));
        List<String> newHoles = new ArrayList<>();
        for (int i = 0; i < holes.size(); i++) {
            if (holes.get(i).equals("node")) {
                int last = newTexts.size() - 1;
                newTexts.set(last, newTexts.get(last) + node + texts.get(i + 1));
            } else {
                newHoles.add(holes.get(i));
                newTexts.add(texts.get(i + 1));
            }
        }
        return new KeyTemplate(newTexts, newHoles);
    }

    /** Whether no key of the one can be one of the other: they begin differently, or end so. */
    public boolean isApartFrom(KeyTemplate other) {
        String first = texts.get(0);
        String otherFirst = other.texts.get(0);
        String last = texts.get(texts.size() - 1);
        String otherLast = other.texts.get(other.texts.size() - 1);
        boolean constant = holes.isEmpty() && other.holes.isEmpty();
        return constant
                ? !first.equals(otherFirst)
                : !first.startsWith(otherFirst) && !otherFirst.startsWith(first)
                        || !last.endsWith(otherLast) && !otherLast.endsWith(last);
    }
}
