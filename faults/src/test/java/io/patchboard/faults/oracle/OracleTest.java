package io.patchboard.faults.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.patchboard.faults.board.Kernel;
import io.patchboard.faults.board.PlainBlackboard;
import io.patchboard.faults.board.Proposal;
import io.patchboard.faults.board.StructuredBlackboard;
import io.patchboard.faults.dice.Dice;
import io.patchboard.faults.tree.Pointers;
import io.patchboard.faults.tree.StrictPatch;
import io.patchboard.faults.tree.Trees;
import io.patchboard.faults.world.Reached;
import io.patchboard.faults.world.ReachedStates;
import io.patchboard.faults.world.World;
import io.patchboard.faults.world.Worlds;
import io.patchboard.kernel.state.OpenInvocation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OracleTest {

    private static final long SEED = 99;
    private static final ReachedStates STATES = new ReachedStates(new Kernel(), SEED);

    /** The first state of a world, with everybody's first turn open. */
    private static Reached first(String world) {
        return STATES.all().stream()
                .filter(reached -> reached.world().name().equals(world))
                .findFirst()
                .orElseThrow();
    }

    /** One in three, which leaves some of every world. */
    private static List<Reached> some() {
        List<Reached> all = STATES.all();
        return IntStream.range(0, all.size())
                .filter(i -> i % 3 == 0)
                .mapToObj(all::get)
                .toList();
    }

    private static Verdict judge(Reached at, String role, JsonNode... operations) {
        JsonNode after = StrictPatch.apply(at.state(), Trees.array(operations)).orElseThrow();
        return judge(at, role, Trees.text(after));
    }

    private static Verdict judge(Reached at, String role, String stored) {
        return new Oracle(at.world())
                .judge(at.state(), stored.getBytes(StandardCharsets.UTF_8), role, true, at.situation());
    }

    @Test
    void honestAnswers_ofEveryRole_inEveryReachedState_areClean() {
        for (Reached at : some()) {
            for (OpenInvocation open : at.open()) {
                Proposal honest = at.honest(open, Dice.of(SEED, "honest"));
                JsonNode after = StrictPatch.apply(at.state(), honest.patch()).orElseThrow();

                assertThat(judge(at, open.worker(), Trees.text(after)).findings())
                        .as("%s: %s", open.worker(), honest.patch())
                        .isEmpty();
            }
        }
    }

    @Test
    void honestAnswers_throughTheControls_areClean() {
        for (Reached at : some()) {
            OpenInvocation open = at.open().get(0);
            Proposal honest = at.honest(open, Dice.of(SEED, "honest"));
            PlainBlackboard plain = new PlainBlackboard(at.state());
            StructuredBlackboard structured =
                    new StructuredBlackboard(at.state(), at.world().blueprint().at("/state/schema"));
            plain.deliver(honest.bytes());
            structured.deliver(honest.bytes());

            assertThat(judge(at, open.worker(), new String(plain.stored(), StandardCharsets.UTF_8))
                            .findings())
                    .isEmpty();
            assertThat(judge(at, open.worker(), new String(structured.stored(), StandardCharsets.UTF_8))
                            .findings())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}{}",
                "{\"a\":1,\"a\":1}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":1e999999999}",
                "{\"a\":NaN}",
                "\uFEFF{}"
            })
    void notWellFormed_isFound(String stored) {
        assertThat(judge(first("evidence"), "extractor", stored).findings()).containsExactly("is not well-formed JSON");
    }

    @Test
    void notUtf8_isFound() {
        assertThat(StrictJson.read(new byte[] {'"', (byte) 0xC0, (byte) 0xAF, '"'}))
                .isEmpty();
        assertThat(StrictJson.read("{\"a\":[1,2.5,\"é\"]}".getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }

    @Test
    void brokenSchema_isFound() {
        Reached at = first("rollout");

        assertThat(judge(at, "planner", Trees.op("add", "/plan/note", Trees.value(3)))
                        .findings())
                .anyMatch(finding -> finding.startsWith("breaks its schema"));
        assertThat(judge(at, "operator", Trees.op("add", "/services/billing/surprise", Trees.value(3)))
                        .findings())
                .anyMatch(finding -> finding.startsWith("breaks its schema"));
    }

    @ParameterizedTest
    @CsvSource({
        "evidence, extractor, replace, /question, Why?",
        "evidence, writer, add, /claims/-, x",
        "evidence, verifier, add, /answer, x",
        "household, observer, replace, /task, other",
        "household, planner, replace, /plan, x",
        "household, actor, remove, /objects, ''",
        "triage, triager, replace, /tickets/T-101/status, resolved",
        "triage, triager, replace, /tickets/T-101, x",
        "rollout, planner, replace, /vault/rotation, 5",
        "rollout, operator, add, /services/other, x",
        "document, reviewer, replace, /sections/0/body, mine",
        "document, author, replace, '', mine",
        "document, author, remove, /sections/0, ''",
    })
    void changeOutsideOfTheContract_isFound(String world, String role, String op, String path, String value) {
        Reached at = in(world, path);
        JsonNode operation = op.equals("remove") ? Trees.op(op, path) : Trees.op(op, path, value);

        assertThat(judge(at, role, operation).findings())
                .anyMatch(finding -> finding.contains("outside of the contract"));
    }

    private static Reached in(String world, String path) {
        String parent = path.isEmpty() ? "" : path.substring(0, path.lastIndexOf('/'));
        return STATES.all().stream()
                .filter(reached -> reached.world().name().equals(world))
                .filter(reached -> !Pointers.at(reached.state(), parent).isMissingNode())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void insertion_whereOnlyAppendingIsGranted_isFound() {
        Reached at = STATES.all().stream()
                .filter(reached -> !reached.state().path("claims").isEmpty())
                .findFirst()
                .orElseThrow();
        ContractJudge judge = new ContractJudge(at.world().blueprint());
        JsonNode inserted = StrictPatch.apply(at.state(), Trees.array(Trees.op("add", "/claims/0", "x")))
                .orElseThrow();
        JsonNode appended = StrictPatch.apply(at.state(), Trees.array(Trees.op("add", "/claims/-", "x")))
                .orElseThrow();

        assertThat(judge.findings(at.state(), inserted, "extractor", true)).isNotEmpty();
        assertThat(judge.findings(at.state(), appended, "extractor", true)).isEmpty();
    }

    @Test
    void change_whereOnlyCreatingIsGranted_isFound() {
        ContractJudge judge = new ContractJudge(
                Trees.parse("{\"workers\": {\"w\": {\"write\": [{\"op\": [\"create\"], \"path\": \"/notes/*\"}]}}}"));
        JsonNode before = Trees.parse("{\"notes\": {\"a\": 1}}");

        assertThat(judge.findings(before, Trees.parse("{\"notes\": {\"a\": 1, \"b\": 2}}"), "w", true))
                .isEmpty();
        assertThat(judge.findings(before, Trees.parse("{\"notes\": {\"a\": 2}}"), "w", true))
                .isNotEmpty();
    }

    @Test
    void anyChange_bySomebodyWithoutTheFloor_isFound() {
        Reached at = first("rollout");
        JsonNode after = StrictPatch.apply(at.state(), Trees.array(Trees.op("add", "/plan/note", "ok")))
                .orElseThrow();
        ContractJudge judge = new ContractJudge(at.world().blueprint());

        assertThat(judge.findings(at.state(), after, "planner", true)).isEmpty();
        assertThat(judge.findings(at.state(), after, "planner", false)).isNotEmpty();
        assertThat(judge.findings(at.state(), after, "", true)).isNotEmpty();
        assertThat(judge.findings(at.state(), at.state(), "", false)).isEmpty();
    }

    @Test
    void copyOfWhatMayNotBeRead_isFound() {
        Reached at = first("rollout");
        JsonNode copied = Trees.op("copy", "/plan/note").put("from", "/vault/signing");

        assertThat(judge(at, "planner", copied).findings()).anyMatch(finding -> finding.contains("may not read"));
    }

    @Test
    void claims_withoutTheirWords_orWithOthers_areFound() {
        for (World world : Worlds.all()) {
            Reached at = STATES.all().stream()
                    .filter(reached -> reached.world().name().equals(world.name()))
                    .filter(reached -> !reached.openFor(world.claimant()).isEmpty())
                    .findFirst()
                    .orElseThrow();
            OpenInvocation open = at.openFor(world.claimant()).get(0);
            var turn = at.turn(open, Dice.of(SEED, "claims"));
            var fact = at.situation().facts().get(0);

            assertThat(judge(at, world.claimant(), world.claim(turn, fact)).findings())
                    .isEmpty();
            assertThat(judge(at, world.claimant(), world.claim(turn, fact.withQuote(fact.quote() + "!")))
                            .findings())
                    .anyMatch(finding -> finding.contains("does not stand in its source"));
            assertThat(judge(at, world.claimant(), world.claim(turn, fact.withSource("nowhere")))
                            .findings())
                    .anyMatch(finding -> finding.contains("does not stand in its source"));
            assertThat(judge(at, world.claimant(), world.claim(turn, fact.withValue(fact.subject())))
                            .findings())
                    .anyMatch(finding -> finding.contains("does not support"));
        }
    }

    @Test
    void halfAppliedUpdate_ofTheStructuredBoard_isFound() {
        Reached at = first("triage");
        OpenInvocation open = at.openFor("triager").get(0);
        String ticket = open.trigger().path().orElseThrow();
        StructuredBlackboard board =
                new StructuredBlackboard(at.state(), at.world().blueprint().at("/state/schema"));
        board.deliver(at.proposal(
                        open,
                        Trees.array(
                                Trees.op("replace", ticket + "/severity", "high"),
                                Trees.op("add", ticket + "/labels/-", "NOT A LABEL"),
                                Trees.op("replace", ticket + "/severity", Trees.value(5))))
                .bytes());

        assertThat(judge(at, "triager", new String(board.stored(), StandardCharsets.UTF_8))
                        .findings())
                .anyMatch(finding -> finding.startsWith("breaks its schema"));
    }
}
