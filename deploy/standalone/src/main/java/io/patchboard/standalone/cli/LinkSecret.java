package io.patchboard.standalone.cli;

import io.patchboard.gateway.access.DecisionLinks;
import io.patchboard.gateway.secret.Secret;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;

/** What makes links with which somebody decides without a token. */
final class LinkSecret {

    private LinkSecret() {}

    /** @throws CliException if there is none in the file that will do */
    static DecisionLinks read(Path file) {
        try {
            return new DecisionLinks(Secret.fromFile(file));
        } catch (IOException e) {
            throw CliException.failed("Expected a file with a secret at " + file + ", but " + FileTrouble.of(e) + ".");
        } catch (IllegalArgumentException e) {
            throw CliException.failed(e.getMessage());
        }
    }
}
