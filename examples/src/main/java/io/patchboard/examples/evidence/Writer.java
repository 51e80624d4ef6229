package io.patchboard.examples.evidence;

import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.Invocation;
import io.patchboard.gateway.worker.PatchBuilder;
import io.patchboard.gateway.worker.Worker;
import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers the question from verified claims, one for each subject, and cites them; "unknown" if one is missing. */
final class Writer implements Worker {

    private static final String UNKNOWN = "unknown";

    @Override
    public Answer work(Invocation invocation) {
        View view = new View(invocation);
        List<Claim> evidence = view.comparison()
                .map(question -> evidence(question, view.claims()))
                .orElse(List.of());
        String text = view.comparison()
                .filter(question -> evidence.size() == question.subjects().size())
                .flatMap(question -> answer(question, evidence))
                .orElse(UNKNOWN);
        PatchBuilder patch = new PatchBuilder();
        if (Fault.OUTSIDE_CONTRACT.isDue(invocation)) {
            String wished = wished(invocation).orElse("/claims/0");
            patch.replace(wished + "/status", Json.of(Claim.VERIFIED));
        }
        return patch.add("/answer", json(text, evidence)).answer();
    }

    /** The first verified claim about each subject, in the order of the subjects. */
    private static List<Claim> evidence(Question question, List<Claim> claims) {
        return question.subjects().stream()
                .flatMap(subject -> claims.stream()
                        .filter(Claim::isVerified)
                        .filter(claim -> claim.subject().equals(subject)
                                && claim.property().equals(question.property().label()))
                        .limit(1))
                .toList();
    }

    private static Optional<String> answer(Question question, List<Claim> evidence) {
        if (question instanceof Question.ByAge byAge) {
            return byAge(byAge, evidence.get(0), evidence.get(1));
        }
        if (question instanceof Question.BothIn bothIn) {
            return Optional.of(yesOrNo(evidence.stream().allMatch(claim -> isIn(bothIn.place(), claim.value()))));
        }
        return Optional.of(
                yesOrNo(evidence.stream().map(Claim::value).distinct().count() == 1));
    }

    private static Optional<String> byAge(Question.ByAge question, Claim first, Claim second) {
        Optional<LocalDate> one = BirthDate.parse(first.value());
        Optional<LocalDate> other = BirthDate.parse(second.value());
        if (one.isEmpty() || other.isEmpty() || one.equals(other)) {
            return Optional.empty();
        }
        boolean firstIsOlder = one.get().isBefore(other.get());
        return Optional.of((firstIsOlder == question.older() ? first : second).subject());
    }

    /** "Grand Rapids, Michigan" is in Michigan; a place that a location does not name counts as elsewhere. */
    private static boolean isIn(String place, String location) {
        return List.of(location.split(", (?:the )?")).contains(place);
    }

    private static String yesOrNo(boolean yes) {
        return yes ? "yes" : "no";
    }

    private static Json json(String text, List<Claim> evidence) {
        return JsonObject.builder()
                .put("text", text)
                .put(
                        "because",
                        evidence.stream()
                                .map(claim -> claim.subject() + ": " + claim.property() + " " + claim.value())
                                .collect(Collectors.joining("; ")))
                .put(
                        "cites",
                        JsonArray.copyOf(evidence.stream().map(Writer::cite).toList()))
                .build();
    }

    private static Json cite(Claim claim) {
        return JsonObject.builder()
                .put("source", claim.source())
                .put("quote", claim.quote())
                .build();
    }

    /** The claim that the writer would like to be verified: the first that is not. */
    private static Optional<String> wished(Invocation invocation) {
        return invocation.fields("/claims/*").entrySet().stream()
                .filter(entry -> !Claim.read(entry.getValue()).isVerified())
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
