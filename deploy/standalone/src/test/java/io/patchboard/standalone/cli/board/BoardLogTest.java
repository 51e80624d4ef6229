package io.patchboard.standalone.cli.board;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoardLogTest {

    @Test
    void whatIsTypedNext_hasTheBoardAsOneWordOfTheShell() {
        assertThat(ShowEntry.missing("loan 7", 99, 28))
                .hasMessageEndingWith("\"patchboard board log 'loan 7'\" shows all.");
        assertThat(BoardLog.unknown("loan 7", 2, new OtherBoards()))
                .hasMessageEndingWith("\"patchboard board log 'loan 7'\" shows why.");
    }
}
