package io.hedgerow.samples.privacy;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.solver.ProtectedUnits;
import java.util.Objects;

/**
 * Whose contribution a site's part of a run protects. Public.
 *
 * @param count n of the site: rows or persons with replace-one adjacency, a public constant of about that size with zero-out
 * @param byPerson whether all rows of a person together are one unit
 * @param adjacency the neighbouring relation
 */
public record SiteUnits(long count, boolean byPerson, Adjacency adjacency) {
    public SiteUnits {
        if (count < 2) {
            throw new IllegalArgumentException("a site must have at least 2 units, was " + count);
        }
        Objects.requireNonNull(adjacency, "adjacency");
    }

    /** For private steps. */
    ProtectedUnits ofSteps() {
        return byPerson
                ? ProtectedUnits.persons(adjacency, count, (double) count)
                : ProtectedUnits.records(adjacency, count);
    }
}
