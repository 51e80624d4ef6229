package io.patchboard.standalone.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.kernel.decide.Verdict;
import io.patchboard.kernel.replay.whatif.Flip;
import io.patchboard.record.Rejection;
import io.patchboard.record.RejectionCode;
import io.patchboard.standalone.whatif.Comparison;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WhatIfReportTest {

    private static String line(String worker) {
        Rejection missing = Rejection.of(RejectionCode.WRITE_CONTRACT, "/input", "Expected another patch.");
        Verdict now = new Verdict(false, Optional.of(missing), false);
        return WhatIfReport.line(new Comparison.Told("b-1", new Flip(1, worker, Verdict.COMMITTED, now)));
    }

    @Test
    void verdict_isSaidOfItsWorker_orOfTheBoardsCreation() {
        assertThat(line("scribe")).startsWith("b-1 #1 scribe, rejection AUTHORIZATION write-contract");
        assertThat(line("")).startsWith("b-1 #1 its creation, rejection AUTHORIZATION write-contract");
    }
}
