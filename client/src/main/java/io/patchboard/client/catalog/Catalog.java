package io.patchboard.client.catalog;

import io.patchboard.json.CanonicalJson;
import io.patchboard.text.Spelling;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The published blueprints, folded from their topic. Immutable. */
public final class Catalog {

    static final Catalog EMPTY = new Catalog(Map.of());

    private final Map<String, Shelf> shelves;

    private Catalog(Map<String, Shelf> shelves) {
        this.shelves = shelves;
    }

    /** By name. */
    public Collection<Shelf> shelves() {
        return shelves.values();
    }

    public Optional<Shelf> shelf(String name) {
        return Optional.ofNullable(shelves.get(name));
    }

    /**
     * What a name stands for.
     *
     * @param boardId of the board that is to get it; see {@link Shelf#chosen}
     */
    public Optional<BlueprintVersion> find(BlueprintName wanted, String boardId) {
        return shelf(wanted.name())
                .flatMap(shelf -> wanted.version()
                        .map(which -> which.equals(BlueprintName.LATEST)
                                ? Optional.of(shelf.latest())
                                : shelf.version(Integer.parseInt(which)))
                        .orElseGet(() -> Optional.of(shelf.chosen(boardId))));
    }

    /** Why {@link #find} finds nothing, for people. */
    public String missing(BlueprintName wanted) {
        return shelf(wanted.name())
                .map(shelf -> "Expected a version of " + wanted.name() + " from 1 to "
                        + shelf.versions().size() + ", or " + BlueprintName.LATEST + ", but got \"" + wanted + "\".")
                .orElseGet(() -> "Expected a blueprint that was published, but there is none of the name \""
                        + wanted.name() + "\""
                        + (shelves.isEmpty()
                                ? "; none was published here."
                                : "; there is " + someNames() + "."
                                        + Spelling.question(wanted.name(), shelves.keySet())));
    }

    private String someNames() {
        int most = 10;
        return String.join(", ", shelves.keySet().stream().limit(most).toList())
                + (shelves.size() > most ? ", ..." : "");
    }

    /**
     * With one entry more. A document that the name has already is no new version; a rollout of a version that there is
     * not, or of no share, changes nothing.
     */
    Catalog with(CatalogEntry entry, Instant at) {
        Shelf before = shelf(entry.name()).orElseGet(() -> new Shelf(entry.name(), List.of(), List.of()));
        Shelf after = switch (entry) {
            case CatalogEntry.Published published -> with(before, published, at);
            case CatalogEntry.RolledOut rollout -> with(before, rollout, at);
        };
        if (after.versions().isEmpty()) {
            return this;
        }
        Map<String, Shelf> next = new TreeMap<>(shelves);
        next.put(after.name(), after);
        return new Catalog(next);
    }

    private static Shelf with(Shelf shelf, CatalogEntry.Published published, Instant at) {
        String hash = CanonicalJson.sha256(published.blueprint());
        if (shelf.withHash(hash).isPresent()) {
            return shelf;
        }
        List<BlueprintVersion> versions = new ArrayList<>(shelf.versions());
        versions.add(new BlueprintVersion(
                shelf.name(),
                versions.size() + 1,
                hash,
                published.blueprint(),
                published.by(),
                published.reason(),
                at));
        return new Shelf(shelf.name(), versions, shelf.rollouts());
    }

    private static Shelf with(Shelf shelf, CatalogEntry.RolledOut rollout, Instant at) {
        BigDecimal share = rollout.share();
        if (shelf.version(rollout.version()).isEmpty() || share.signum() <= 0 || share.compareTo(BigDecimal.ONE) > 0) {
            return shelf;
        }
        List<Rollout> rollouts = new ArrayList<>(shelf.rollouts());
        rollouts.add(new Rollout(rollout.version(), share, rollout.by(), rollout.reason(), at));
        return new Shelf(shelf.name(), shelf.versions(), rollouts);
    }
}
