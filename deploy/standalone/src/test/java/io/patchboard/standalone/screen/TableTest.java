package io.patchboard.standalone.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void cells_doNothingToATerminal_andStandInTheirColumns() {
        Table table = new Table("BOARD", "VERSION#");
        table.row("a\u001b[2J", 7L);
        table.row("b", 12L);

        assertThat(table.lines()).containsExactly("BOARD       VERSION", "a\\u001b[2J        7", "b                12");
    }
}
