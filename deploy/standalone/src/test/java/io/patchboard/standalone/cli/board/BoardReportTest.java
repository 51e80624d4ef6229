package io.patchboard.standalone.cli.board;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.client.board.BoardProjection;
import io.patchboard.client.log.SampleLog;
import io.patchboard.json.JsonPointer;
import io.patchboard.json.JsonReader;
import io.patchboard.kernel.apply.Blueprints;
import io.patchboard.record.BoardHalted;
import io.patchboard.record.Decided;
import io.patchboard.record.NeedsPerson;
import io.patchboard.record.Raise;
import io.patchboard.record.Requested;
import io.patchboard.standalone.screen.Look;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoardReportTest {

    private static BoardReport report(SampleLog log) {
        BoardProjection projection = new BoardProjection("b", new Blueprints());
        log.entries().forEach(projection::accept);
        assertThat(projection.damage()).isEmpty();
        return new BoardReport(projection, List.of(), " --bootstrap-server h:1");
    }

    @Test
    void outage_isTold_withItsReason_whileTheBoardWaitsForNobody() {
        BoardReport report = report(new SampleLog("b")
                .created()
                .invoked("i-1")
                .outage("p-1", "i-1", "nobody could be reached at http://m"));

        assertThat(report.lines(Look.plain()))
                .anyMatch(line -> line.startsWith("away")
                        && line.contains("counter since ")
                        && line.endsWith("outage: nobody could be reached at http://m"));
        assertThat(JsonPointer.parse("/away/counter/message").resolve(report.json()))
                .contains(JsonReader.parse("\"nobody could be reached at http://m\""));
    }

    @Test
    void boundThatWasRaised_isTheOneThatIsShown() {
        SampleLog log = new SampleLog("b").created();
        log.add(new NeedsPerson(
                BoardHalted.Reason.BUDGET_EXHAUSTED,
                "invocations",
                NeedsPerson.Holds.BOARD,
                Optional.empty(),
                Optional.empty(),
                "The board's budget of 1000 invocations is used up.",
                List.of(NeedsPerson.Option.RAISE)));
        assertThat(report(log).lines(Look.plain()))
                .anyMatch(line -> line.endsWith("./patchboard board resolve b 2 --raise invocations=MOST --reason TEXT"
                        + " --bootstrap-server h:1"));
        log.add(new Decided(
                new Requested("c-1", Optional.of("ada"), Optional.of("worth it")),
                2,
                NeedsPerson.Option.RAISE,
                Optional.empty(),
                List.of(new Raise("invocations", BigDecimal.valueOf(2_000))),
                List.of()));
        BoardReport report = report(log);

        assertThat(report.lines(Look.plain())).anyMatch(line -> line.contains("0 of 2000 invocations"));
        assertThat(JsonPointer.parse("/spending/budgets/invocations").resolve(report.json()))
                .contains(JsonReader.parse("2000"));
    }
}
