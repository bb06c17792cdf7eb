// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.options.Centre;
import io.hedgerow.dp.method.settings.SiteUnits;

/** The unit whose contribution is audited, with the centre that is subtracted from the rows. */
public enum AuditedUnit {
    /** A row is replaced. */
    RECORD(Adjacency.REPLACE_ONE, false, Centre.NONE),
    /** A row is replaced; the mean is released privately first. */
    RECORD_PRIVATE_MEAN(Adjacency.REPLACE_ONE, false, Centre.PRIVATE),
    /** A user with three rows is replaced by one with a single row. */
    PERSON(Adjacency.REPLACE_ONE, true, Centre.NONE),
    /** A row becomes zeros. */
    ZERO_OUT(Adjacency.ZERO_OUT, false, Centre.NONE),
    /** A row becomes zeros, which are a row like any other about a public centre. */
    ZERO_OUT_CENTRED(Adjacency.ZERO_OUT, false, Centre.PUBLIC),
    /** A user's three rows become zeros; the mean is released privately first. */
    ZERO_OUT_PERSON_PRIVATE_MEAN(Adjacency.ZERO_OUT, true, Centre.PRIVATE);

    /** The largest cell expected, for a private mean in rounds. */
    private static final double BOUND = 5;

    private final Adjacency adjacency;
    private final boolean users;
    private final Centre centre;

    AuditedUnit(Adjacency adjacency, boolean users, Centre centre) {
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
        return centre == Centre.PRIVATE;
    }

    /** Whether nothing is subtracted. */
    boolean plain() {
        return centre == Centre.NONE;
    }

    public SiteUnits of(int count) {
        return new SiteUnits(count, users, adjacency);
    }

    /**
     * A method with the centre of this unit, as a plan would say it.
     *
     * @param variables of the rows
     * @param from with a public centre, its value for every variable
     */
    NamedMethod in(NamedMethod method, VariableSchema variables, double from) {
        NamedMethod centred = method;
        if (centre == Centre.PUBLIC) {
            for (String name : variables.names()) {
                centred = centred.with("centre." + name, Double.toString(from));
            }
        }
        return meanIsPrivate() ? centred.with("private-mean", "true") : centred;
    }

    /** The same of a method in rounds, whose private mean needs a bound of cells. */
    NamedMethod inRounds(NamedMethod method, VariableSchema variables, double from) {
        NamedMethod centred = in(method, variables, from);
        return meanIsPrivate() ? centred.with("bound", Double.toString(BOUND)) : centred;
    }
}
