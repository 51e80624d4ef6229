package io.patchboard.gateway.runner.llm;

/** Takes out commas after which nothing comes but the closing bracket. */
final class TrailingCommas {

    private TrailingCommas() {}

    static String remove(String json) {
        StringBuilder mended = new StringBuilder(json.length());
        boolean quoted = false;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (quoted) {
                mended.append(c);
                if (c == '\\' && i + 1 < json.length()) {
                    mended.append(json.charAt(++i));
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c != ',' || !closes(json, i + 1)) {
                quoted = c == '"';
                mended.append(c);
            }
        }
        return mended.toString();
    }

    private static boolean closes(String json, int from) {
        int i = from;
        while (i < json.length() && Character.isWhitespace(json.charAt(i))) {
            i++;
        }
        return i < json.length() && (json.charAt(i) == '}' || json.charAt(i) == ']');
    }
}
