package io.patchboard.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.patchboard.gateway.access.Principal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which requests come in without a token where tokens are asked for. */
final class Admissions {

    private final List<Capability> capabilities = new ArrayList<>();

    @FunctionalInterface
    private interface Capability {
        Optional<Admission> admits(HandlerType method, String path, String said);
    }

    /**
     * A request that may come in.
     *
     * @param as who brings it; absent where it is good for what its path says alone
     */
    record Admission(Optional<Principal> as) {}

    /** Whatever it says. */
    void admitAll(HandlerType method, String path) {
        Pattern pattern = pattern(path);
        capabilities.add((asked, where, said) ->
                asked.equals(method) && pattern.matcher(where).matches()
                        ? Optional.of(new Admission(Optional.empty()))
                        : Optional.empty());
    }

    /**
     * If it says something with which it is admitted.
     *
     * @param admission for the values of the path's parameters, and what it says
     */
    void admit(Set<HandlerType> methods, String path, BiFunction<List<String>, String, Optional<Admission>> admission) {
        Pattern pattern = pattern(path);
        capabilities.add((method, asked, said) -> {
            Matcher match = pattern.matcher(asked);
            if (said.isEmpty() || !methods.contains(method) || !match.matches()) {
                return Optional.empty();
            }
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= match.groupCount(); i++) {
                values.add(decoded(match.group(i)));
            }
            return admission.apply(values, said);
        });
    }

    Optional<Admission> of(Context context) {
        String said = Optional.ofNullable(context.queryParam(Routes.CAPABILITY)).orElse("");
        return capabilities.stream()
                .flatMap(capability -> capability.admits(context.method(), Routes.path(context), said).stream())
                .findFirst();
    }

    private static Pattern pattern(String path) {
        return Pattern.compile(
                Arrays.stream(path.split("\\{[^}]*}", -1)).map(Pattern::quote).collect(Collectors.joining("([^/]+)")));
    }

    /** As Javalin decodes parameters. */
    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
