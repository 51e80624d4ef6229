package io.patchboard.kernel.decide;

import static io.patchboard.kernel.decide.RepairShop.broken;
import static io.patchboard.kernel.decide.RepairShop.places;
import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.json.Json;
import io.patchboard.json.JsonArray;
import io.patchboard.json.JsonObject;
import io.patchboard.json.JsonPointer;
import io.patchboard.kernel.Scenario;
import io.patchboard.record.PatchCommitted;
import io.patchboard.record.PatchProposal;
import io.patchboard.record.WorkerInvoked;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever a repair sends, nothing beyond what it was given ever changes, and it comes to an end. */
final class RandomRepairsTest {

    /** Whatever it sends, nothing beyond what it was given ever changes, and it comes to an end. */
    @Test
    void cheat_changesNothingBeyond_andComesToAnEnd() {
        Set<Integer> committed = new HashSet<>();
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Scenario board = broken(
                    "{radius: " + random.nextInt(3) + ", growth: " + random.nextInt(2) + "}",
                    random.nextInt(4) == 0 ? "'/operations'" : "[]");
            int asked = 0;
            while (!board.invocations("repair").isEmpty()) {
                assertThat(++asked).as("attempts with seed %s", seed).isLessThanOrEqualTo(12);
                WorkerInvoked repair = board.invocation("repair");
                Json before = board.board().state();
                Optional<PatchCommitted> outcome = board.propose(proposal(board, repair, patch(random))).stream()
                        .filter(entry -> entry.event() instanceof PatchCommitted)
                        .map(entry -> (PatchCommitted) entry.event())
                        .findFirst();
                if (outcome.filter(patch -> patch.expand().isEmpty()).isPresent()) {
                    committed.add(seed);
                    assertThat(cut(board.board().state(), places(repair)))
                            .as("seed %s, %s", seed, outcome)
                            .isEqualTo(cut(before, places(repair)));
                }
                board.tick(Duration.ofSeconds(20));
            }
        }
        assertThat(committed.size()).isBetween(30, 290);
    }

    private static PatchProposal proposal(Scenario board, WorkerInvoked invoked, String patch) {
        return board.proposal(invoked.worker(), Optional.of(invoked.invocationId()), patch);
    }

    private static String patch(Random random) {
        List<String> operations = List.of("replace", "add", "remove", "copy", "move", "test", "expand");
        return IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(i -> operation(operations.get(random.nextInt(operations.size())), random))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String operation(String name, Random random) {
        String path = path(random);
        return switch (name) {
            case "expand" -> "{op: add, path: /$expand/-, value: '" + path + "'}";
            case "remove" -> "{op: remove, path: '" + path + "'}";
            case "copy", "move" -> "{op: " + name + ", from: '" + path(random) + "', path: '" + path + "'}";
            default -> "{op: " + name + ", path: '" + path + "', value: " + random.nextInt(9) + "}";
        };
    }

    private static String path(Random random) {
        List<String> paths = List.of("N/start", "N/start", "N/start", "N/secret", "N/after/-", "N/after/0", "N", "-");
        return random.nextInt(9) == 0
                ? List.of("/notes/-", "/operations", "").get(random.nextInt(3))
                : "/operations/" + paths.get(random.nextInt(paths.size())).replace("N", "" + random.nextInt(4));
    }

    /** The state without what is at these places. */
    private static Json cut(Json state, List<String> places) {
        Set<String> near = Set.copyOf(places);
        return cut(JsonPointer.ROOT, state, near);
    }

    private static Json cut(JsonPointer at, Json value, Set<String> near) {
        if (near.contains(at.toString())) {
            return Json.nul();
        }
        if (value instanceof JsonObject object) {
            JsonObject.Builder rest = JsonObject.builder();
            object.members().forEach((name, member) -> rest.put(name, cut(at.child(name), member, near)));
            return rest.build();
        }
        return value instanceof JsonArray array
                ? JsonArray.copyOf(IntStream.range(0, array.size())
                        .mapToObj(i -> cut(at.child(i), array.get(i), near))
                        .toList())
                : value;
    }
}
