// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.catalogue.SearchSettings.Sharing;
import io.hedgerow.core.internal.personal.OwnNetworkSolver;
import io.hedgerow.core.internal.personal.PersonalSearch;
import io.hedgerow.core.internal.personal.PersonalSumLayout;
import io.hedgerow.core.internal.personal.SharingMode;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Learns a common dynamic network of all sites from one exact sum as {@link MomentsDesign} does, and then one network
 * for each site: every message of a site is one vector in a sum over all of them, and its network stays with it. The
 * threshold is for the common network, which the sites are told at the end: with few rows nothing tells a good one.
 */
record OwnNetworksDesign(int sites, int places, SearchSettings settings, SeriesDesign series, Sharing sharing)
        implements SumDesign {

    /** The usual limit of rounds: five variables take some 50, and a search of one structure does not reach it. */
    static final int USUAL_ROUNDS = 400;

    /** Like {@link MomentsDesign#ofSeries}, in many rounds; refuses too few, and fewer than three sites. */
    static SumRelease of(
            Agreement agreement, SearchSettings settings, SeriesDesign series, Sharing sharing, int rounds) {
        settings.known().requireFits(agreement.schema());
        if (!settings.hasUsualScore()) {
            throw new IllegalArgumentException(
                    "score " + settings.score() + " is for one network of all sites, was given with personal "
                            + sharing.name().toLowerCase(Locale.ROOT) + ": leave one of them out");
        }
        int sites = agreement.sites().size();
        PersonalSearch.requireEnough(sites);
        int fewest = 1 + PersonalSearch.fewestRounds(kind(sharing));
        if (rounds < fewest) {
            throw new IllegalArgumentException("personal " + sharing.name().toLowerCase(Locale.ROOT)
                    + " asks sites again and needs rounds >= " + fewest + ", was " + rounds + ": write rounds: "
                    + USUAL_ROUNDS + ", of which it takes no more than it needs");
        }
        Study study = MomentRelease.study(
                agreement.name(),
                agreement.schema(),
                layout(series).layout(),
                rounds,
                sites,
                MomentsDesign.policyOfAll(agreement));
        return new SumRelease(
                study, new OwnNetworksDesign(sites, study.layout().size(), settings, series, sharing), true);
    }

    private static PersonalSumLayout layout(SeriesDesign series) {
        return new PersonalSumLayout(
                series.slices().size(), series.slices().stacked().size());
    }

    private static Optional<SharingMode.Kind> kind(Sharing sharing) {
        return sharing == Sharing.AUTO ? Optional.empty() : Optional.of(SharingMode.Kind.valueOf(sharing.name()));
    }

    @Override
    public Optional<Record> shownSettings() {
        return Optional.of(settings);
    }

    @Override
    public int revision() {
        return MomentsDesign.REVISION;
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return series.prepared(rows);
    }

    @Override
    public String components() {
        return "moments + order-mcmc + networks of sites' own";
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new OwnNetworkSolver(new OwnNetworkSolver.Options(
                layout(series),
                lags -> settings.knowledge(series.slices(), lags),
                sites,
                settings.seed(),
                settings.centring()));
    }

    @Override
    public Found found(Sums sums) {
        PersonalSumLayout layout = layout(series);
        int q = layout.columns();
        sums.standOut(OutlyingMoments.of(q, sums.first(), layout::moments));
        WithinSites moments = WithinSites.of(
                        q, sums.sites(), layout.moments(sums.first().sum()), settings.centring())
                .requireVarying(series.slices().stacked().names());
        SearchSettings.Searched common = settings.search(series, moments);
        int lags = common.evidence().lags().orElse(series.slices().lags());
        PersonalSearch.Found found = new PersonalSearch(
                        new PersonalSearch.Task(
                                layout,
                                settings.knowledge(series.slices(), lags),
                                lags,
                                sites,
                                settings.seed(),
                                settings.centring() == Centring.NONE ? moments.total() : new double[1 + q]),
                        rounds(layout, sums))
                .search(settings.ownUnits() ? Optional.of(NoiseAssumption.UNEQUAL) : Optional.empty(), kind(sharing));
        Evidence evidence =
                common.evidence().sharing(new Evidence.Sharing(found.mode().toString(), found.gain(), found.error()));
        return Found.of(common.network(), evidence, notes(common, found));
    }

    private PersonalSearch.Rounds rounds(PersonalSumLayout layout, Sums sums) {
        return new PersonalSearch.Rounds() {
            @Override
            public double[] ask(double[] told) {
                return layout.answers(sums.after(layout.with(Parameters.zeros(places), told)));
            }

            @Override
            public int left() {
                return sums.left();
            }
        };
    }

    private List<String> notes(SearchSettings.Searched common, PersonalSearch.Found found) {
        List<String> notes = new ArrayList<>(common.notes());
        String gain = found.gain() == 0
                ? "sites share settings only"
                : String.format(
                        Locale.ROOT,
                        "held-out rows gain %.1f in log-likelihood, standard error %.1f, over sharing settings only",
                        found.gain(),
                        found.error());
        notes.add("networks of sites' own: " + found.mode() + ", " + gain);
        notes.add("networks of sites' own need " + PersonalSearch.told(kind(sharing))
                + ", which tell about the rows of all sites together");
        if (!found.complete()) {
            notes.add("the rounds ended before the one structure was found: allow more rounds");
        }
        return notes;
    }
}
