package io.patchboard.trials.model;

import io.patchboard.experiments.household.Role;
import io.patchboard.experiments.household.Sight;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers as a language model would be asked to, for one episode. All that it knows stands in the prompt: which role
 * it is, and what that role is shown. It is not told which system asks. Where its prompt tells of a trespass of its own
 * that was rejected it does not trespass, and where it tells of an answer that was none it does not break off.
 */
public final class SimulatedModel implements LanguageModel {

    /** Stands where a model's name would. */
    public static final String NAME = "none, simulated";

    private static final Pattern ROLE = Pattern.compile("You are the worker \"(\\w+)\"");

    private static final String SUPERVISOR = "supervisor";

    /** Stands in a prompt that asks for one. */
    private static final String PATCHES = "{\"patch\": [";

    private final Rates rates;
    private final long seed;
    private final String game;
    private final TokenCounts tokens;
    private final Map<String, Integer> answers = new HashMap<>();

    public SimulatedModel(Rates rates, long seed, String game, TokenCounts tokens) {
        this.rates = rates;
        this.seed = seed;
        this.game = game;
        this.tokens = tokens;
    }

    @Override
    public ChatReply chat(ChatPrompt prompt, Instant deadline) {
        String text = answer(prompt);
        return reply(prompt, text, tokens);
    }

    /** With the tokens of both. */
    static ChatReply reply(ChatPrompt prompt, String text, TokenCounts tokens) {
        TokenCount count = new TokenCount(
                (long) tokens.ofFixed(prompt.system()) + tokens.of(prompt.user()), 0, 0, tokens.of(text));
        return new ChatReply(text, false, Finish.STOP, new Spent(count, Optional.empty(), NAME), false);
    }

    /** Which worker a prompt asks; empty if it says none. */
    static String roleIn(ChatPrompt prompt) {
        Matcher named = ROLE.matcher(prompt.system());
        return named.find() ? named.group(1) : "";
    }

    private String answer(ChatPrompt prompt) {
        boolean isArchitect = SimulatedArchitect.isAsked(prompt.system());
        String name = isArchitect ? SimulatedArchitect.NAME : roleIn(prompt);
        Slips slips = new Slips(rates, new Chance(seed, game, name, answers.merge(name, 1, Integer::sum)));
        if (isArchitect) {
            return SimulatedArchitect.answer(prompt.user(), slips);
        }
        JsonObject view = (JsonObject) JsonReader.parse(prompt.user());
        boolean breaksOff = slips.makes(Mistake.MALFORMED) && !Told.thatNoneWasThere(view);
        String text;
        if (name.equals(SUPERVISOR)) {
            text = slips.supervisor(new Spoken(view).decision());
        } else if (prompt.system().contains(PATCHES)) {
            text = JsonWriter.compact(
                    JsonObject.of("patch", patch(role(name), view, prompt.user().length(), slips)));
        } else {
            Sight sight = slips.overlook(new Spoken(view).sight(), prompt.user().length());
            text = Spoken.words(role(name), slips.answer(role(name), sight));
        }
        return breaksOff ? text.substring(0, Math.max(1, text.length() * 2 / 3)) : text;
    }

    private static JsonArray patch(Role role, JsonObject view, int chars, Slips slips) {
        JsonArray patch = slips.answer(role, slips.overlook(Sight.of(view), chars));
        boolean trespasses = slips.makes(Mistake.TRESPASS);
        return trespasses && !Told.ofTrespass(view) ? Trespass.into(patch, role, view, slips) : patch;
    }

    private static Role role(String name) {
        return Stream.of(Role.values())
                .filter(role -> role.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "Expected one of the roles of a household team, but got \"" + name + "\"."));
    }
}
