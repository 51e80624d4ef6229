package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.Anchor;
import io.patchboard.client.log.Heads;
import io.patchboard.client.log.LogRecord;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.run.AnchorFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Whether the log still leads to the anchors of a file. */
final class AnchorCheck {

    private static final String NOTHING = "no log";

    private final Map<Anchor, Heads> anchors = new LinkedHashMap<>();
    private final List<String> broken = new ArrayList<>();

    private AnchorCheck() {}

    /** @throws CliException if the file has no anchors */
    static AnchorCheck of(Optional<Path> file) {
        AnchorCheck check = new AnchorCheck();
        file.ifPresent(some -> {
            try {
                AnchorFile.Content content = AnchorFile.read(some);
                content.anchors().forEach(anchor -> check.anchors.put(anchor, Heads.of(anchor)));
                check.broken.addAll(content.broken());
            } catch (NoSuchFileException e) {
                throw CliException.failed("Expected anchors in " + some + ", but there is no such file.");
            } catch (IOException e) {
                throw CliException.failed("Expected anchors in " + some + ", but " + e + ".");
            } catch (IllegalArgumentException e) {
                throw CliException.failed("Expected anchors in " + some + ", one a line. " + e.getMessage());
            }
        });
        return check;
    }

    void accept(LogRecord next) {
        anchors.values().forEach(heads -> heads.entry(next));
    }

    /** How many anchors there are. */
    int count() {
        return anchors.size();
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        broken.forEach(why -> findings.add(new Finding("", 0, "file of anchors", "an anchor on each line", why)));
        anchors.forEach((anchor, heads) -> {
            Anchor found = heads.anchor(anchor.time());
            if (!found.root().equals(anchor.root())) {
                findings.add(finding(anchor, "", anchor.root(), found.root()));
            }
            TreeSet<Integer> partitions = new TreeSet<>(anchor.partitions().keySet());
            partitions.addAll(found.partitions().keySet());
            for (int partition : partitions) {
                String expected = anchor.partitions().getOrDefault(partition, NOTHING);
                String is = found.partitions().getOrDefault(partition, NOTHING);
                if (!expected.equals(is)) {
                    findings.add(finding(anchor, ", partition " + partition, expected, is));
                }
            }
        });
        return findings;
    }

    private static Finding finding(Anchor anchor, String where, String expected, String found) {
        return new Finding("", 0, "anchor of " + anchor.time() + where, expected, found);
    }
}
