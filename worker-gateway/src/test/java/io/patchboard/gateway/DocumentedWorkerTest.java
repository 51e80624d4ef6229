package io.patchboard.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.patchboard.gateway.config.WorkersFile;
import io.patchboard.gateway.runner.Callbacks;
import io.patchboard.gateway.worker.Answer;
import io.patchboard.gateway.worker.SampleInvocation;
import io.patchboard.gateway.worker.WorkerProvider;
import io.patchboard.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java programs of the document compile, and the worker among them works as it says there. */
final class DocumentedWorkerTest {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    @TempDir
    Path folder;

    @Test
    void programs_compiledAndRun_answer() throws Exception {
        List<Path> sources = sources();
        assertThat(sources)
                .extracting(source -> source.getFileName().toString())
                .contains("SummaryWorkers.java", "SummaryGateway.java", "SummarizerTest.java");
        compile(sources);
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(WorkerProvider.class.getName()), "SummaryWorkers\n");
        WorkersFile file =
                WorkersFile.parse("workers: {summarizer: {java: summaries/summarizer}}", folder.resolve("w.yaml"));
        try (URLClassLoader classes =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                Runners runners = Runners.of(
                        file.workers(),
                        ServiceLoader.load(WorkerProvider.class, classes),
                        Callbacks.none(),
                        Clock.systemUTC(),
                        4)) {
            Answer answer = runners.of("summarizer")
                    .orElseThrow()
                    .run(SampleInvocation.of("summarizer")
                            .item("/notes/0", "\"Kafka keeps the log. The rest follows.\"")
                            .build())
                    .toCompletableFuture()
                    .get(5, TimeUnit.MINUTES);

            assertThat(answer.patch()).isEqualTo(JsonReader.parse("""
                    [{"op":"add","path":"/summaries/-","value":{"words":7,"sentence":"Kafka keeps the log"}}]"""));
        }
    }

    private List<Path> sources() throws Exception {
        String document = Files.readString(Path.of("../docs/runners.md"));
        return BLOCK.matcher(document)
                .results()
                .map(block -> write(block.group(1)))
                .collect(Collectors.toList());
    }

    private Path write(String source) {
        Matcher name = CLASS.matcher(source);
        assertThat(name.find()).as(source).isTrue();
        try {
            return Files.writeString(folder.resolve(name.group(1) + ".java"), source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compile(List<Path> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String[] arguments = Stream.concat(
                        Stream.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")),
                        sources.stream().map(Path::toString))
                .toArray(String[]::new);
        assertThat(compiler.run(null, System.out, System.err, arguments)).isZero();
    }
}
