// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.release;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs a release of sums over all sites, once or in a few rounds, by a {@link SumDesign}: the conversation with the
 * sites, what they learn at the end, and the result. Without noise there is no privacy beyond masks, and sites give an
 * exact statistic to one study for each version of their data; with noise, a method of its own also states the cost.
 */
public class SumRelease implements Method {

    public static final Parameter AFTER_LOOK = Parameter.text(
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

    /**
     * The same with noise, beyond any count of rows; small enough that lanes carry the whole lattice of the noise,
     * 2^-32, for a thousand sites and more.
     */
    private static final double BOUND_WITH_NOISE = 0x1p45;

    private final Study study;
    private final SumDesign design;
    private final boolean tellsSites;
    private final String releasedUnder;

    /**
     * A release of its own.
     *
     * @param study of one sum or of several
     * @param design of the sums and of their reading
     * @param tellsSites whether the sites learn the network at the end
     * @throws IllegalArgumentException when sums over some of the sites would do and the noise is none or shared
     */
    public SumRelease(Study study, SumDesign design, boolean tellsSites) {
        this(study, design, tellsSites, study.name());
    }

    private SumRelease(Study study, SumDesign design, boolean tellsSites, String releasedUnder) {
        if (design.noise() != SumDesign.Noise.OWN && study.policy().quorum() != study.sites()) {
            throw new IllegalArgumentException("quorum must be all " + study.sites() + " sites, was "
                    + study.policy().quorum() + ": sums without noise or with shared noise are over all of them");
        }
        this.study = study;
        this.design = design;
        this.tellsSites = tellsSites;
        this.releasedUnder = releasedUnder;
    }

    /**
     * The same on the sum that a look took before, in another study of the same sites, rows and columns. To its sites
     * it is that sum again: behind masks they hold it to the input that they gave and to the sites over which it was
     * opened, and refuse any other, so that it tells nothing new.
     *
     * @throws IllegalArgumentException when it takes another sum than the look, or has the name of the look
     */
    public SumRelease afterLook(String method, SumRelease look) {
        requireExact();
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
                            + " missing, columns that sites lack and categories, whose sums a look does not take:"
                            + " leave them out, or learn without a look, from another version of the data");
        }
        return new SumRelease(study, design, tellsSites, before.name());
    }

    /**
     * The same rounds of exact sums with another reading.
     *
     * @throws IllegalStateException when there is noise, whose cost a copy would not state
     */
    public SumRelease by(SumDesign other) {
        requireExact();
        return new SumRelease(study, other, tellsSites, releasedUnder);
    }

    private void requireExact() {
        if (design.noise() != SumDesign.Noise.NONE) {
            throw new IllegalStateException("only exact sums are read in another way, was a release with noise");
        }
    }

    @Override
    public final Study study() {
        return study;
    }

    /** {@return the design of the sums and of their reading} */
    public SumDesign design() {
        return design;
    }

    /** {@return whether the sites learn the network at the end} */
    public final boolean tellsSites() {
        return tellsSites;
    }

    /** {@return the study under whose name sites remember the release: this one, or a look before it} */
    @Override
    public final String releasedUnder() {
        return releasedUnder;
    }

    private boolean isExact() {
        return design.noise() == SumDesign.Noise.NONE;
    }

    @Override
    public SumForm sums() {
        String name = design.statistic() + " of study " + releasedUnder;
        return new SumForm.Statistic(isExact() ? BOUND : BOUND_WITH_NOISE, name, design.parts());
    }

    @Override
    public Optional<String> exactStatistic() {
        return isExact() ? Optional.of(STATISTIC) : Optional.empty();
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
        SumDesign own = design.inOneProcess();
        return own == design ? this : by(own);
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return tellsSites ? Optional.of(new SearchedNetwork(study.schema().size())) : Optional.empty();
    }

    @Override
    public final Ended coordinate(Coordination with) throws InterruptedException {
        Journal<CoordinatorRecord> journal = with.journal();
        Supplier<Map<SiteId, Parameters>> messages = Map::of;
        if (design.readsSingleSites()) {
            SeenReleases seen = new SeenReleases(journal, study.layout().size());
            journal = seen;
            messages = seen::all;
        }
        OutcomeRecorder remembered = new OutcomeRecorder(journal);
        Supplier<Map<SiteId, Parameters>> seen = messages;
        Optional<Supplier<Ended>> ended = new SumCoordinator(
                        study, with.channel(), with.aggregator(), System::nanoTime, remembered)
                .converse(study.rounds(), (first, more) -> held(new SumDesign.Sums(first, more, seen), more));
        return ended.map(UnusableSumsException::reading).orElseGet(() -> Ended.unreleased(remembered));
    }

    /** Holds the conversation; what is left of it needs no site. */
    private Supplier<Ended> held(SumDesign.Sums sums, SumCoordinator.MoreSums more) {
        Supplier<SumDesign.Found> search = design.read(sums);
        if (!tellsSites && !design.keepsSitesWaiting(study.rounds())) {
            sums.end();
            return () -> search.get().ended(sums.participation());
        }
        Ended ended = search.get().ended(sums.participation());
        if (tellsSites) {
            more.last(told(ended));
        }
        return () -> ended;
    }

    private Parameters told(Ended ended) {
        int size = study.layout().size();
        WeightMatrix network = ended.network().orElseThrow();
        return ended.evidence()
                .map(known -> SearchedNetwork.told(size, network, known.pairs()))
                .orElseGet(() -> SearchedNetwork.told(size, network, Optional.empty()));
    }
}
