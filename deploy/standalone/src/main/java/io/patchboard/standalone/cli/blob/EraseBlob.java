package io.patchboard.standalone.cli.blob;

import io.patchboard.gateway.blob.BlobStore;
import io.patchboard.json.Json;
import io.patchboard.json.JsonObject;
import io.patchboard.record.BlobHandle;
import io.patchboard.standalone.cli.base.BlobOptions;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.cli.base.ExitCodes;
import io.patchboard.standalone.cli.base.Output;
import io.patchboard.standalone.cli.base.OutputOptions;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code blob erase}. */
@Command(
        name = "erase",
        description = {
            "Removes the bytes of a blob at once, whatever names it.",
            "Logs keep the hash, from which nobody makes bytes; boards that point to it say that it is missing. Who has the"
                    + " bytes can put them again."
        },
        mixinStandardHelpOptions = true)
final class EraseBlob implements Callable<Integer> {

    @Parameters(paramLabel = "SHA256", description = "The blob's hash, as boards have it.")
    private String sha256;

    @Mixin
    private BlobOptions blobs = new BlobOptions();

    @Mixin
    private OutputOptions options = new OutputOptions();

    @Override
    public Integer call() {
        if (!BlobHandle.isHash(sha256)) {
            throw CliException.failed(
                    "Expected a SHA-256 of 64 hexadecimal digits in lower case, but got \"" + sha256 + "\".");
        }
        BlobStore store = blobs.openNamed();
        boolean wasThere;
        try {
            wasThere = store.erase(sha256);
        } catch (IOException e) {
            throw CliException.failed("Expected to erase blob " + sha256 + ", but " + FileTrouble.of(e) + ".");
        }
        Output output = options.output();
        if (output.isJson()) {
            output.document(JsonObject.builder()
                    .put("sha256", sha256)
                    .put("erased", Json.of(wasThere))
                    .build());
        } else {
            output.line(wasThere ? "erased " + sha256 : "there was no blob " + sha256);
        }
        return ExitCodes.OK;
    }
}
