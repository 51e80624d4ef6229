package io.patchboard.standalone.cli.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.patchboard.json.JsonReader;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.PatchBoard;
import io.patchboard.standalone.jvm.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store whose disk, of a megabyte in memory, is really full. */
class FullDiskTest {

    private static final String SMALL = "a small blob";

    /** The disk is seen by this script alone, and gone with it. */
    private static final String SCRIPT = """
            mount -t tmpfs -o size=1m none "$1" || exit 77
            dir=$1; shift
            "$@" blob put small --blobs "$dir" >first.out 2>first.err; echo $? >first.code
            "$@" blob put large --blobs "$dir" >large.out 2>large.err; echo $? >large.code
            find "$dir/incoming" -type f >left.out
            "$@" blob put small --blobs "$dir" >again.out 2>again.err; echo $? >again.code
            cp -r "$dir/objects" kept
            """;

    @TempDir
    Path dir;

    private String said(String file) throws Exception {
        return Files.readString(dir.resolve(file)).strip();
    }

    @Test
    void blobThatDoesNotFit_isRefused_andWhatIsThereStays() throws Exception {
        Files.writeString(dir.resolve("small"), SMALL);
        Files.write(dir.resolve("large"), new byte[2_000_000]);
        Path disk = Files.createDirectory(dir.resolve("disk"));
        List<String> command = new ArrayList<>(List.of("unshare", "-rm", "sh", "-c", SCRIPT, "sh", disk.toString()));
        command.addAll(ChildJvm.running(PatchBoard.class));
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        assumeTrue(
                Files.exists(dir.resolve("first.code")), "Skipped: no disk of its own can be mounted here: " + output);

        assertThat(said("first.code")).as(said("first.err")).isEqualTo("0");
        assertThat(said("large.code")).isEqualTo("1");
        assertThat(said("large.err")).contains("the store is full: its disk is full", "blob collect");
        assertThat(said("left.out")).isEmpty();
        assertThat(said("again.code")).as(said("again.err")).isEqualTo("0");
        BlobHandle small = BlobHandle.of(JsonReader.parse(said("first.out"))).orElseThrow();
        Path kept = dir.resolve("kept").resolve(small.sha256().substring(0, 2)).resolve(small.sha256());
        assertThat(kept).hasContent(SMALL);
    }
}
