package io.patchboard.standalone.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher builds anew, and with which JDK. */
class LauncherBuildTest {

    @TempDir
    Path dir;

    @Test
    void checkoutThatWasCopied_isBuiltAnewAndDoesNotRunTheOriginal() throws Exception {
        Checkout copy = Checkout.at(dir.resolve("copy"));
        copy.write("target/app/home", dir.resolve("original").toString());
        Path tools = dir.resolve("tools");
        executable(tools.resolve("mvn"), "echo built in $PWD; exit 7");
        copy.with("PATH", tools + ":" + System.getenv("PATH"));

        try (Checkout.Running running = copy.start(".", "./patchboard --version")) {
            assertThat(running.await()).as(running.output()).isEqualTo(1);
            assertThat(running.output()).contains("Building PatchBoard", "built in " + copy.home());
        }
        copy.write("target/app/home", copy.home().toString());
        try (Checkout.Running running = copy.start(".", "./patchboard --version")) {
            assertThat(running.await()).as(running.output()).isZero();
        }
    }

    @Test
    void olderJdk_isPassedOver() throws Exception {
        Checkout checkout = Checkout.at(dir.resolve("checkout"));
        Path old = dir.resolve("old-jdk");
        executable(old.resolve("bin/java"), "exit 9");
        executable(old.resolve("bin/javac"), "exit 9");
        Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.9\"\n");
        Path tools = dir.resolve("tools");
        executable(tools.resolve("mvn"), "echo built on $JAVA_HOME; exit 7");
        checkout.write("target/app/java", "of another day");
        checkout.with("JAVA_HOME", old.toString())
                .with("PATH", tools + ":" + System.getProperty("java.home") + "/bin:" + System.getenv("PATH"));

        try (Checkout.Running running = checkout.start(".", "./patchboard --version")) {
            assertThat(running.await()).as(running.output()).isEqualTo(1);
            assertThat(running.output()).contains("built on /").doesNotContain(old.toString());
        }
    }

    private static void executable(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
