package io.patchboard.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The digest of a value as {@code docs/log-and-hashes.md} defines it, word for word and without any tree. */
final class DigestByDefinition {

    static String digest(Json value) {
        return CanonicalJson.sha256(text(value));
    }

    private static byte[] text(Json value) {
        if (value instanceof JsonArray array) {
            List<byte[]> parts = new ArrayList<>();
            List<Integer> zeros = new ArrayList<>();
            for (Json item : array) {
                parts.add(part(item));
                zeros.add(zeros(digest(item)));
            }
            return runs('[', ']', parts, zeros);
        }
        if (value instanceof JsonObject object) {
            List<byte[]> parts = new ArrayList<>();
            List<Integer> zeros = new ArrayList<>();
            new TreeMap<>(object.members()).forEach((name, member) -> {
                byte[] quoted = CanonicalJson.bytes(Json.of(name));
                parts.add(join(quoted, ":".getBytes(StandardCharsets.US_ASCII), part(member)));
                zeros.add(zeros(CanonicalJson.sha256(quoted)));
            });
            return runs('{', '}', parts, zeros);
        }
        return CanonicalJson.bytes(value);
    }

    private static byte[] runs(char open, char close, List<byte[]> children, List<Integer> zeros) {
        List<byte[]> parts = children;
        List<Integer> ends = zeros;
        for (int height = 0; parts.size() > (height == 0 ? 32 : 1); height++) {
            List<byte[]> texts = new ArrayList<>();
            List<Integer> lasts = new ArrayList<>();
            int from = 0;
            for (int i = 0; i < parts.size(); i++) {
                int length = i + 1 - from;
                if (length == 64 || length >= 4 && ends.get(i) > height || i == parts.size() - 1) {
                    texts.add(enclose(open, close, parts.subList(from, i + 1)));
                    lasts.add(ends.get(i));
                    from = i + 1;
                }
            }
            if (texts.size() == 1) {
                return texts.get(0);
            }
            parts = texts.stream()
                    .map(text -> reference('*', CanonicalJson.sha256(text)))
                    .toList();
            ends = lasts;
        }
        return enclose(open, close, parts);
    }

    private static byte[] part(Json value) {
        byte[] canonical = CanonicalJson.bytes(value);
        return canonical.length <= 64 ? canonical : reference('#', digest(value));
    }

    private static byte[] reference(char sign, String hex) {
        return join(new byte[] {(byte) sign}, java.util.HexFormat.of().parseHex(hex));
    }

    private static int zeros(String hex) {
        return hex.length() - hex.replaceFirst("^0+", "").length();
    }

    private static byte[] enclose(char open, char close, List<byte[]> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(open);
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                out.write(',');
            }
            out.writeBytes(parts.get(i));
        }
        out.write(close);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }
}
