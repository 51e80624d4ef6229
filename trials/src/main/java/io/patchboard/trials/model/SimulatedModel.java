package io.patchboard.trials.model;

import io.patchboard.experiments.household.Role;
import io.patchboard.experiments.household.Sight;
import io.patchboard.gateway.llm.ChatPrompt;
import io.patchboard.gateway.llm.ChatReply;
import io.patchboard.gateway.llm.LanguageModel;
import io.patchboard.gateway.llm.Spent;
import io.patchboard.gateway.llm.protocol.Finish;
import io.patchboard.gateway.llm.protocol.TokenCount;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonReader;
import io.patchboard.json.JsonString;
import io.patchboard.json.JsonWriter;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers as a language model would be asked to, for one episode. All that it knows stands in the prompt: which role
 * it is, and what that role is shown. It is not told which system asks. A mistake that its prompt says was rejected
 * is not made again in that answer.
 */
public final class SimulatedModel implements LanguageModel {

    /** Stands where a model's name would. */
    public static final String NAME = "none, simulated";

    private static final Pattern ROLE = Pattern.compile("You are the worker \"(\\w+)\"");

    private final Rates rates;
    private final long seed;
    private final String game;
    private final TokenCounts tokens;
    private final Map<Role, Integer> answers = new EnumMap<>(Role.class);

    public SimulatedModel(Rates rates, long seed, String game, TokenCounts tokens) {
        this.rates = rates;
        this.seed = seed;
        this.game = game;
        this.tokens = tokens;
    }

    @Override
    public ChatReply chat(ChatPrompt prompt, Instant deadline) {
        String text = answer(prompt);
        TokenCount count = new TokenCount(
                (long) tokens.ofFixed(prompt.system()) + tokens.of(prompt.user()), 0, 0, tokens.of(text));
        return new ChatReply(text, false, Finish.STOP, new Spent(count, Optional.empty(), NAME), false);
    }

    private String answer(ChatPrompt prompt) {
        Role role = role(prompt.system());
        JsonObject view = (JsonObject) JsonReader.parse(prompt.user());
        Slips slips = new Slips(rates, new Chance(seed, game, role.word(), answers.merge(role, 1, Integer::sum)));
        Sight sight = slips.overlook(Sight.of(view), prompt.user().length());
        JsonArray patch = slips.answer(role, sight);
        boolean trespasses = slips.makes(Mistake.TRESPASS);
        boolean breaksOff = slips.makes(Mistake.MALFORMED);
        if (trespasses && !toldOf(view, "AUTHORIZATION")) {
            patch = Trespass.into(patch, role, view, slips);
        }
        String text = JsonWriter.compact(JsonObject.of("patch", patch));
        return breaksOff && !toldOf(view, "SYNTAX") ? text.substring(0, text.length() * 2 / 3) : text;
    }

    private static Role role(String system) {
        Matcher named = ROLE.matcher(system);
        return Stream.of(Role.values())
                .filter(role -> named.reset().find() && role.word().equals(named.group(1)))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("Expected one of the roles of a household team, but got "
                                + system.lines().findFirst().orElse("") + "."));
    }

    private static boolean toldOf(JsonObject view, String stage) {
        return view.get("rejections").orElse(Json.nul()) instanceof JsonArray told
                && told.stream()
                        .anyMatch(each -> each instanceof JsonObject rejection
                                && rejection.get("stage").orElse(Json.nul()) instanceof JsonString text
                                && text.value().equalsIgnoreCase(stage));
    }
}
