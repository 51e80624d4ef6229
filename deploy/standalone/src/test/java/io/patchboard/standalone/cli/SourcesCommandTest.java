package io.patchboard.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesCommandTest {

    @TempDir
    private Path dir;

    @Test
    void validFile_isSaid_inWordsAndInJson() throws Exception {
        String file = Files.writeString(
                        dir.resolve("sources.yaml"),
                        "sources: {daily: {every: '0 7 * * *', board: {blueprint: b}},"
                                + " orders: {topic: t, board: {blueprint: b}}}")
                .toString();

        assertThat(Cli.run("sources", file, "--check").out().strip()).isEqualTo("valid sources=daily,orders");
        assertThat(Cli.run("sources", file, "--check", "--json").json())
                .hasToString("{\"sources\":[\"daily\",\"orders\"]}");
    }
}
