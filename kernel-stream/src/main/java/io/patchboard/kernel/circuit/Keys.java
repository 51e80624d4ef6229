package io.patchboard.kernel.circuit;

import io.patchboard.json.CanonicalJson;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.patch.Effect;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.Rejection;
import io.patchboard.record.Trigger;
import io.patchboard.text.Cut;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What tells things apart, in short texts that are cheap to keep. */
final class Keys {

    /** 64 bits: a mistake is beyond what happens by chance among some hundred. */
    static final int DIGITS = 16;

    private static final String IDLE = "no-op";

    private static final int HEX = 16;

    private static final int MOST_CLASS = 120;

    /** Bytes up to which a value tells itself. */
    private static final int MOST_VALUE = 1_000;

    /** Of what an effect is told by. */
    private static final int USUAL_MEMBERS = 3;

    private Keys() {}

    /** The same for invocations of one worker by one rule for one place. */
    static String trigger(String worker, Trigger trigger) {
        return digest(JsonArray.of(Json.of(worker), why(Optional.of(trigger))));
    }

    /** Stage, code and path of a rejection, with any index as {@code *}. */
    static String rejection(Rejection rejection) {
        String place = Arrays.stream(rejection.pointer().split("/", -1))
                .map(token -> isIndex(token) ? "*" : token)
                .collect(Collectors.joining("/"));
        String all = (rejection.stage().name() + " " + rejection.code() + " " + place).strip();
        return all.length() <= MOST_CLASS ? all : Cut.begin(all, MOST_CLASS) + "#" + digest(Json.of(all));
    }

    /**
     * The first digits of a hash, as a number: as much as tells it apart. Digits that are none, in a log that somebody
     * wrote by hand, come to something, too.
     */
    static long number(String hex) {
        long number = 0;
        for (int i = 0; i < Math.min(DIGITS, hex.length()); i++) {
            number = HEX * number + Math.max(0, Character.digit(hex.charAt(i), HEX));
        }
        return number;
    }

    /** The digits of a {@link #number}. */
    static String digits(long number) {
        return HexFormat.of().toHexDigits(number);
    }

    /** A commit's signature, as a store holds it. */
    static String signature(long signature) {
        return signature == Link.IDLE ? IDLE : digits(signature);
    }

    static long readSignature(String text) {
        return text.equals(IDLE) ? Link.IDLE : number(text);
    }

    /** Of {@link #signature}'s text. */
    static int length(long signature) {
        return signature == Link.IDLE ? IDLE.length() : DIGITS;
    }

    private static boolean isIndex(String token) {
        return token.equals(JsonPointer.END)
                || !token.isEmpty() && token.chars().allMatch(character -> character >= '0' && character <= '9');
    }

    /**
     * What a commit did, and why: worker, rule and item, and each place with its value after, and before if the worker
     * was invited. Who insists on a value unasked does the same whatever others put there in between.
     */
    static long commit(PatchCommitted committed, Change change) {
        List<Json> parts = new ArrayList<>();
        parts.add(Json.of(committed.worker()));
        parts.add(why(committed.trigger()));
        boolean invited = committed.trigger().isPresent();
        change.effects().forEach(effect -> parts.add(effect(effect, change.after(), invited)));
        long digest = CanonicalJson.digest(JsonArray.copyOf(parts)).first();
        return digest == Link.IDLE ? ~digest : digest;
    }

    /** Where items of an array moved, its length counts too: who empties a queue of equal items makes progress. */
    private static Json effect(Effect effect, Json after, boolean invited) {
        JsonObject.Builder json = JsonObject.builder(USUAL_MEMBERS)
                .put("kind", effect.kind().name())
                .put("place", effect.place().toString())
                .putIfPresent("before", effect.before().filter(value -> invited).map(Keys::told))
                .putIfPresent("after", effect.after().map(Keys::told));
        if (effect.shifted() && effect.touched().resolve(after).orElse(Json.nul()) instanceof JsonArray array) {
            json.put("items", array.size());
        }
        return json.build();
    }

    /**
     * A large value by its digest, which is known already: what is taken out of a state may be larger than its patch by
     * far.
     */
    private static Json told(Json value) {
        return value.canonicalBytes() <= MOST_VALUE
                ? value
                : Json.of(value.digest().hex());
    }

    private static Json why(Optional<Trigger> trigger) {
        return trigger.<Json>map(known -> JsonObject.builder()
                        .put("rule", known.rule())
                        .putStringIfPresent("path", known.path())
                        .putStringsIfAny("paths", known.paths())
                        .build())
                .orElse(Json.nul());
    }

    private static String digest(Json json) {
        return CanonicalJson.sha256(json).substring(0, DIGITS);
    }
}
