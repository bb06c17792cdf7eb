// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.Collections;
import java.util.List;

/** The unit whose contribution is audited, and the centre that is subtracted from the rows. */
public enum AuditedUnit {
    /** A row is replaced. */
    RECORD(Adjacency.REPLACE_ONE, false, PrivateSettings.Centre.NONE),
    /** A row is replaced; the mean is released privately first. */
    RECORD_PRIVATE_MEAN(Adjacency.REPLACE_ONE, false, PrivateSettings.Centre.PRIVATE),
    /** A user with three rows is replaced by one with a single row. */
    PERSON(Adjacency.REPLACE_ONE, true, PrivateSettings.Centre.NONE),
    /** A row becomes zeros. */
    ZERO_OUT(Adjacency.ZERO_OUT, false, PrivateSettings.Centre.NONE),
    /** A row becomes zeros, which are a row like any other about a public centre. */
    ZERO_OUT_CENTRED(Adjacency.ZERO_OUT, false, PrivateSettings.Centre.PUBLIC),
    /** A user's three rows become zeros; the mean is released privately first. */
    ZERO_OUT_PERSON_PRIVATE_MEAN(Adjacency.ZERO_OUT, true, PrivateSettings.Centre.PRIVATE);

    /** The largest cell expected, for a private mean in rounds. */
    private static final double BOUND = 5;

    private final Adjacency adjacency;
    private final boolean users;
    private final PrivateSettings.Centre centre;

    AuditedUnit(Adjacency adjacency, boolean users, PrivateSettings.Centre centre) {
        this.adjacency = adjacency;
        this.users = users;
        this.centre = centre;
    }

    Adjacency adjacency() {
        return adjacency;
    }

    boolean users() {
        return users;
    }

    boolean meanIsPrivate() {
        return centre == PrivateSettings.Centre.PRIVATE;
    }

    /** Whether nothing is subtracted. */
    boolean plain() {
        return centre == PrivateSettings.Centre.NONE;
    }

    public SiteUnits of(int count) {
        return new SiteUnits(count, users, adjacency);
    }

    /** Settings with the centre of this unit; a public one is {@code from} everywhere. */
    PrivateSettings in(PrivateSettings settings, int variables, double from) {
        return settings.withCentre(
                centre,
                centre == PrivateSettings.Centre.PUBLIC ? Collections.nCopies(variables, from) : List.of(),
                BOUND);
    }
}
