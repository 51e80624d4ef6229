package io.patchboard.trials.model;

import io.patchboard.experiments.episode.Edit;
import io.patchboard.experiments.hotpotqa.Claim;
import io.patchboard.experiments.hotpotqa.Reading;
import io.patchboard.experiments.hotpotqa.Role;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Answers as a language model of a team that answers questions would be asked to, by the baseline of {@link Role}, for
 * one episode. All that it knows stands in the prompt. It makes no mistake of a kind of which its prompt tells that an
 * answer of its own was rejected for it: trespass, an answer that breaks off, what is made up.
 */
public final class BaselineModel implements LanguageModel {

    private static final double CHARS = 1_000;

    /** What a quote gains that its source has not. */
    private static final String MADE_UP = " reportedly ";

    private static final Map<Role, String> OWN = Map.of(
            Role.RETRIEVER, "sources", Role.EXTRACTOR, "claims", Role.VERIFIER, "verdicts", Role.ANSWERER, "answer");

    private final Rates rates;
    private final long seed;
    private final String question;
    private final TokenCounts tokens;
    private final Map<Role, Integer> answers = new HashMap<>();

    /** @param question id of it, which luck hangs on */
    public BaselineModel(Rates rates, long seed, String question, TokenCounts tokens) {
        this.rates = rates;
        this.seed = seed;
        this.question = question;
        this.tokens = tokens;
    }

    @Override
    public ChatReply chat(ChatPrompt prompt, Instant deadline) {
        Role role = Role.valueOf(SimulatedModel.roleIn(prompt).toUpperCase(Locale.ROOT));
        Chance chance = new Chance(seed, question, role.word(), answers.merge(role, 1, Integer::sum));
        JsonObject view = (JsonObject) JsonReader.parse(prompt.user());
        String text = JsonWriter.compact(
                JsonObject.of("patch", patch(role, view, prompt.user().length(), chance)));
        boolean breaksOff = happens(chance, Mistake.MALFORMED) && !Told.thatNoneWasThere(view);
        return SimulatedModel.reply(
                prompt, breaksOff ? text.substring(0, Math.max(1, text.length() * 2 / 3)) : text, tokens);
    }

    private boolean happens(Chance chance, Mistake mistake) {
        return chance.happens(mistake, rates.of(mistake));
    }

    private JsonArray patch(Role role, JsonObject view, int chars, Chance chance) {
        Reading reading = overlook(Reading.of(view), chars, chance);
        JsonArray right = role.answer(reading);
        boolean makesUp = happens(chance, Mistake.HALLUCINATE) && !Told.ofAnInvariant(view);
        JsonArray said = makesUp
                ? JsonArray.copyOf(
                        right.stream().map(each -> madeUp(role, each)).toList())
                : right;
        boolean trespasses = happens(chance, Mistake.TRESPASS) && !Told.ofTrespass(view);
        return trespasses ? trespass(role, view, said, chance) : said;
    }

    /** What it was asked about is not overlooked. */
    private Reading overlook(Reading reading, int chars, Chance chance) {
        double share = 1 - Math.pow(1 - rates.of(Mistake.OVERLOOK), chars / CHARS);
        return reading.with(
                kept(reading.paragraphs(), "/paragraphs/", reading.item(), share, chance),
                kept(reading.sources(), "/sources/", reading.item(), share, chance),
                kept(reading.claims(), "/claims/", reading.item(), share, chance));
    }

    private static <T> SortedMap<Integer, T> kept(
            SortedMap<Integer, T> shown, String place, String item, double share, Chance chance) {
        SortedMap<Integer, T> kept = new TreeMap<>(shown);
        kept.keySet().removeIf(index -> chance.happens(Mistake.OVERLOOK, share) && !item.equals(place + index));
        return kept;
    }

    /** A quote with a word too many, or a verdict that finds everything supported. */
    private static Json madeUp(Role role, Json operation) {
        JsonObject said = (JsonObject) operation;
        if (role == Role.EXTRACTOR) {
            Claim claim = Claim.read((JsonObject) said.get("value").orElseThrow());
            String quote = claim.quote().replaceFirst(" ", MADE_UP);
            return said.with("value", new Claim(claim.statement(), claim.source(), quote).toJson());
        }
        return role == Role.VERIFIER
                ? said.with("value", ((JsonObject) said.get("value").orElseThrow()).with("supported", Json.of(true)))
                : said;
    }

    /** Also writes what is another role's, of what its prompt shows. */
    private static JsonArray trespass(Role role, JsonObject view, JsonArray patch, Chance chance) {
        Set<String> places = Trespass.shown(view, Set.of("paragraphs", "sources", "claims", "verdicts", "answer"));
        places.remove(OWN.get(role));
        return places.isEmpty() ? patch : patch.append(write(chance.oneOf(Mistake.TRESPASS, List.copyOf(places))));
    }

    private static JsonObject write(String place) {
        return switch (place) {
            case "paragraphs", "sources" ->
                Edit.replace("/" + place + "/0/text", Json.of("This is said to be Atlantis."));
            case "claims" -> Edit.add("/claims/-", new Claim("It is Atlantis.", "p0", "It is Atlantis.").toJson());
            case "verdicts" -> Role.verdict(0, true);
            default ->
                Edit.replace(
                        "/answer",
                        JsonObject.builder()
                                .put("text", "Atlantis")
                                .put("cites", JsonArray.EMPTY)
                                .build());
        };
    }
}
