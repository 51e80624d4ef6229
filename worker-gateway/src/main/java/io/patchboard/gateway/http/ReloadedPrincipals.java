package io.patchboard.gateway.http;

import io.patchboard.gateway.access.Principal;
import io.patchboard.gateway.access.Principals;
import io.patchboard.gateway.access.Tokens;
import io.patchboard.gateway.config.ConfigException;
import io.patchboard.gateway.config.PrincipalsFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The principals of a file, which is looked at again before a request when a second has passed. While it is broken or
 * gone, those of before remain, and the log says what is wrong.
 */
public final class ReloadedPrincipals implements Principals {

    private static final Logger LOG = LoggerFactory.getLogger(ReloadedPrincipals.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Path file;
    private String text;
    private Tokens tokens;
    private long lookedAt = System.nanoTime();

    /** What was wrong when it was looked at last; empty if nothing was. */
    private String told = "";

    private ReloadedPrincipals(Path file, String text, Tokens tokens) {
        this.file = file;
        this.text = text;
        this.tokens = tokens;
    }

    /** @throws ConfigException with every error of the file */
    public static ReloadedPrincipals of(Path file) throws ConfigException {
        String text = PrincipalsFile.read(file);
        return new ReloadedPrincipals(file, text, PrincipalsFile.parse(text, file));
    }

    @Override
    public Optional<Principal> whose(String token) {
        return now().whose(token);
    }

    private synchronized Tokens now() {
        if (System.nanoTime() - lookedAt > PAUSE.toNanos()) {
            reload();
            lookedAt = System.nanoTime();
        }
        return tokens;
    }

    private void reload() {
        try {
            String found = PrincipalsFile.read(file);
            if (!found.equals(text)) {
                tokens = PrincipalsFile.parse(found, file);
                text = found;
                LOG.info("Read {} again: it has changed.", file);
            }
            told = "";
        } catch (ConfigException e) {
            if (!e.getMessage().equals(told)) {
                told = e.getMessage();
                LOG.error("Whoever had rights keeps them, as the file of principals cannot be used: {}", told);
            }
        }
    }
}
