package io.patchboard.standalone.cli.replay;

import io.patchboard.client.log.Anchor;
import io.patchboard.client.log.AnchorProof;
import io.patchboard.client.log.LogRecord;
import io.patchboard.standalone.cli.base.CliException;
import io.patchboard.standalone.run.AnchorFile;
import io.patchboard.text.FileTrouble;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/** Whether the log still leads to the anchors of a file. */
final class AnchorCheck {

    private static final String NOTHING = "no log";

    private final List<String> broken = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private List<AnchorProof> proofs = List.of();
    private int count;

    private AnchorCheck() {}

    /** @throws CliException if the file has no anchors */
    static AnchorCheck of(Optional<Path> file) {
        AnchorCheck check = new AnchorCheck();
        file.ifPresent(some -> {
            try {
                AnchorFile.Content content = AnchorFile.read(some);
                check.proofs = AnchorProof.of(content.anchors(), check::compare);
                check.count = content.anchors().size();
                check.broken.addAll(content.broken());
            } catch (NoSuchFileException e) {
                throw CliException.failed("Expected anchors in " + some + ", but there is no such file.");
            } catch (IOException e) {
                throw CliException.failed("Expected anchors in " + some + ", but " + FileTrouble.of(e) + ".");
            } catch (IllegalArgumentException e) {
                throw CliException.failed("Expected anchors in " + some + ", one a line. " + e.getMessage());
            }
        });
        return check;
    }

    void accept(LogRecord next) {
        proofs.forEach(proof -> proof.accept(next));
    }

    /** How many anchors there are. */
    int count() {
        return count;
    }

    /** Once the whole log was accepted. */
    List<Finding> findings() {
        proofs.forEach(AnchorProof::end);
        List<Finding> all = new ArrayList<>();
        broken.forEach(why -> all.add(new Finding("", 0, "file of anchors", "an anchor on each line", why)));
        all.addAll(findings);
        return all;
    }

    private void compare(Anchor anchor, String root, SortedMap<Integer, String> partitions) {
        if (!root.equals(anchor.root())) {
            findings.add(finding(anchor, "", anchor.root(), root));
        }
        TreeSet<Integer> either = new TreeSet<>(anchor.partitions().keySet());
        either.addAll(partitions.keySet());
        for (int partition : either) {
            String expected = anchor.partitions().getOrDefault(partition, NOTHING);
            String found = partitions.getOrDefault(partition, NOTHING);
            if (!expected.equals(found)) {
                findings.add(finding(anchor, ", partition " + partition, expected, found));
            }
        }
    }

    private static Finding finding(Anchor anchor, String where, String expected, String found) {
        return new Finding("", 0, "anchor of " + anchor.time() + where, expected, found);
    }
}
