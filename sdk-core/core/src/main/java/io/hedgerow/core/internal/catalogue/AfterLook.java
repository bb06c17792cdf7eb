// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;

/**
 * A search on the sum that a look took before, in another study of the same sites, rows and columns. To its sites it is
 * that sum again: behind masks they hold it to the input that they gave and to the sites over which it was opened, and
 * refuse any other, so that it tells nothing new. {@code look} is the sum as it was named then.
 */
public record AfterLook(String method, Method search, Method look) implements Method {

    public static final Parameter PARAMETER = Parameter.text(
                    "after-look",
                    "the name of the inspect study that took the same sum: behind masks a site gives it to no other")
            .only(Parameter.Where.IN_PLANS);

    /** Refuses a search that takes other sums, or has the name of the look. */
    public AfterLook {
        Study own = search.study();
        Study before = look.study();
        if (own.name().equals(before.name())) {
            throw new IllegalArgumentException("parameter after-look of " + method + " must name an earlier study, was "
                    + own.name() + ", the name of this one: give the plan a name of its own");
        }
        if (own.admm().rounds() != 1
                || own.schema().hasCategories()
                || own.layout().size() != before.layout().size()
                || !own.schema().names().equals(before.schema().names())) {
            throw new IllegalArgumentException(
                    "parameter after-look of " + method + " must be without orient, interventions,"
                            + " columns that sites lack and categories, whose sums a look does not take: leave them"
                            + " out, or learn without a look, from another version of the data");
        }
    }

    @Override
    public Study study() {
        return search.study();
    }

    @Override
    public SumForm sums() {
        return look.sums();
    }

    @Override
    public String releasedUnder() {
        return look.study().name();
    }

    @Override
    public Optional<String> exactStatistic() {
        return look.exactStatistic();
    }

    @Override
    public Optional<Record> shownSettings() {
        return search.shownSettings();
    }

    @Override
    public int revision() {
        return search.revision();
    }

    @Override
    public String components() {
        return search.components();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return search.publishedBytes(rounds, coefficients);
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return look.prepared(rows);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return look.solver(site);
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return search.networkAtSites();
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return search.coordinate(with);
    }
}
