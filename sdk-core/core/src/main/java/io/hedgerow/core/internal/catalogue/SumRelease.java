// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A method that sums without noise over all sites, once or in a few rounds, by a {@link SumDesign}. No privacy beyond
 * masks: sites give an exact statistic to one study for each version of their data.
 *
 * @param study of one sum or of several
 * @param design of the sums and of their reading
 * @param tellsSites whether the sites learn the network at the end
 * @param releasedUnder the study under whose name sites remember the release: this one, or a look before it
 */
record SumRelease(Study study, SumDesign design, boolean tellsSites, String releasedUnder) implements Method {

    static final Parameter AFTER_LOOK = Parameter.text(
                    "after-look",
                    "the name of the inspect study that took the same sum: behind masks a site gives it to no other")
            .only(Parameter.Where.IN_PLANS);

    /** What left beside second moments is claimed with them. */
    private static final String STATISTIC = "second moments";

    /**
     * The largest magnitude of a value of a site. Moments, counts and sums of bounded columns are far below, and so are
     * contrasts: Σ log cosh u ≤ Σ |u| ≤ n where u has a mean square of 1, and |u exp(−u² / 2)| &lt; 1, so 2⁶⁰ rows
     * would have room; two lanes leave more than 30 bits behind the point for a thousand sites.
     */
    private static final double BOUND = 0x1p60;

    SumRelease(Study study, SumDesign design, boolean tellsSites) {
        this(study, design, tellsSites, study.name());
    }

    /**
     * The same on the sum that a look took before, in another study of the same sites, rows and columns. To its sites
     * it is that sum again: behind masks they hold it to the input that they gave and to the sites over which it was
     * opened, and refuse any other, so that it tells nothing new.
     *
     * @throws IllegalArgumentException when it takes another sum than the look, or has the name of the look
     */
    SumRelease afterLook(String method, SumRelease look) {
        Study before = look.study;
        if (study.name().equals(before.name())) {
            throw new IllegalArgumentException("parameter after-look of " + method + " must name an earlier study, was "
                    + study.name() + ", the name of this one: give the plan a name of its own");
        }
        if (study.rounds() != 1
                || study.schema().hasCategories()
                || study.layout().size() != before.layout().size()
                || !study.schema().names().equals(before.schema().names())) {
            throw new IllegalArgumentException(
                    "parameter after-look of " + method + " must be without orient, interventions,"
                            + " columns that sites lack and categories, whose sums a look does not take: leave them"
                            + " out, or learn without a look, from another version of the data");
        }
        return new SumRelease(study, design, tellsSites, before.name());
    }

    /** The same rounds with another reading of the sums. */
    SumRelease by(SumDesign other) {
        return new SumRelease(study, other, tellsSites, releasedUnder);
    }

    @Override
    public SumForm sums() {
        return new SumForm.Statistic(BOUND, "moments of study " + releasedUnder, design.parts());
    }

    @Override
    public Optional<String> exactStatistic() {
        return Optional.of(STATISTIC);
    }

    @Override
    public String components() {
        return design.components();
    }

    @Override
    public Optional<Record> shownSettings() {
        return design.shownSettings();
    }

    @Override
    public int revision() {
        return design.revision();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return design.publishedBytes(study, coefficients);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return design.solver(site);
    }

    @Override
    public RowSource prepared(RowSource rows) {
        return design.prepared(rows);
    }

    @Override
    public RowSource prepared(SiteId site, RowSource rows) {
        return design.prepared(site, rows);
    }

    @Override
    public Set<String> absentColumns(SiteId site) {
        return design.absentColumns(site);
    }

    @Override
    public String sum(SiteId site) {
        return design.sum(site);
    }

    @Override
    public boolean hasSeveralSums() {
        return design.hasSeveralSums();
    }

    @Override
    public Method inOneProcess() {
        return by(design.inOneProcess());
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return tellsSites ? Optional.of(new SearchedNetwork(study.schema().size())) : Optional.empty();
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        OutcomeRecorder remembered = new OutcomeRecorder(with.journal());
        SumCoordinator coordinator =
                new SumCoordinator(study, with.channel(), with.aggregator(), System::nanoTime, remembered);
        int rounds = study.rounds();
        Optional<Ended> ended = rounds > 1 || tellsSites || design.keepsSitesWaiting()
                ? coordinator.converse(rounds, this::ended)
                : coordinator.run(sum -> ended(new SumDesign.Sums(sum, Optional.empty()))); // no site waits
        return ended.orElseGet(() -> Ended.unreleased(remembered));
    }

    private Ended ended(Aggregate first, SumCoordinator.MoreSums more) {
        Ended ended = ended(new SumDesign.Sums(first, Optional.of(more)));
        if (tellsSites) {
            more.last(told(ended));
        }
        return ended;
    }

    private Ended ended(SumDesign.Sums sums) {
        return design.found(sums).ended(sums.participation());
    }

    private Parameters told(Ended ended) {
        int size = study.layout().size();
        WeightMatrix network = ended.network().orElseThrow();
        return ended.evidence()
                .map(known -> SearchedNetwork.told(size, network, known.pairs()))
                .orElseGet(() -> SearchedNetwork.told(size, network, Optional.empty()));
    }
}
