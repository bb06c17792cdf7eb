// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.dp.internal.denoise.network.ReleasedDynamics;
import io.hedgerow.dp.internal.denoise.network.ReleasedStructure;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.series.SeriesMoments;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import io.hedgerow.dp.internal.release.series.UserSeriesSource;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Learns a dynamic network by one private release of the moments of series, and a search on it. A user is a
 * realisation: the column of users says to whose series a row belongs.
 *
 * @param choosing whether the release decides how many lags are used
 * @param userMeans whether every series is about its own mean, which depends on that user's rows alone
 */
record PrivateSeriesDesign(
        Map<SiteId, UserSeriesDesign> releases,
        UnitsOfSites units,
        Optional<UserSeriesSource.Clock> clock,
        StructureSearch search,
        double threshold,
        boolean choosing,
        boolean userMeans)
        implements NoisyDesign<SeriesMoments> {

    static final MethodDescriptor DESCRIPTOR = MethodDescriptor.of(
                    UserSeriesDesign.NAME,
                    "one private release of the moments of time series, of which each individual has one, then a search"
                            + " for a dynamic network",
                    MethodTrait.PROMISE,
                    MethodTrait.RELEASE,
                    MethodTrait.SHARED_NOISE,
                    MethodTrait.SEARCH,
                    MethodTrait.SERIES)
            .with(
                    UnitsOfSites.PERSONS_OF_SITE,
                    Parameter.count("lags", "how many steps back a cause may be; auto releases 3 and uses some of them")
                            .from(1, TimeSlices.MOST_LAGS)
                            .or("auto")
                            .usually("1"),
                    Parameter.text("realisation", "the column that names a row's series: that of the promise")
                            .usually("that of the promise"),
                    Parameter.text("time", "the column of times, given together with step")
                            .usually("rows follow as they stand"),
                    Parameter.positive("step", "the public step between times, given together with time"),
                    Parameter.count("length", "the public number of rows that all series have"),
                    Parameter.positive("clip", "bound on the norm of a series' moments")
                            .usually("follows from unit, or from a scale that is released first"),
                    Parameter.positive("unit", "public variance of the noise, about")
                            .usually("a scale is released first"),
                    PrivateMomentsDesign.CENTRE.usually(
                            "0 beside others; without any, series are about their own means"),
                    Parameter.flag("person-mean", "every series is about its own means; not with centre.NAME")
                            .usually("true without centre.NAME"),
                    PrivateMomentsDesign.OWN_UNITS,
                    PrivateMomentsDesign.THRESHOLD.usually("0.15"))
            .with(PrivateMomentsDesign.DEVIATIONS)
            .knowingEdges();

    /** The seed of the search, which costs nothing and is the same at every site. */
    private static final long SEED = 1;
    /** The threshold: half of the smallest effect in the simulations of the papers. */
    private static final double THRESHOLD = 0.15;
    /** The most lags from which the release chooses. */
    private static final int MOST_CHOSEN = 3;
    /**
     * The least number of rows of a series: with 8 own means cost no edge of A in six data sets, with 4 all weights
     * within a variable were found wrong.
     */
    private static final int LEAST_FOR_MEANS = 8;
    /** The revision since which scales are found unless they are known. */
    private static final int REVISION = 2;

    static ReleaseMethod of(StudyTerms terms, MethodParameters parameters) {
        terms.requireAllSitesIfMasked();
        requireUsers(terms, parameters);
        UnitsOfSites units = UnitsOfSites.of(terms, parameters);
        Optional<UserSeriesSource.Clock> clock = clock(parameters);
        boolean choosing = parameters.text("lags").filter("auto"::equals).isPresent();
        int lags = choosing ? MOST_CHOSEN : (int) parameters.count("lags", 1, TimeSlices.MOST_LAGS);
        TimeSlices slices = UserSeriesSource.slices(terms.schema(), clock, lags);
        OptionalLong length =
                parameters.has("length") ? OptionalLong.of(parameters.count("length", 1)) : OptionalLong.empty();
        Map<SiteId, UserSeriesDesign> designs = ReleaseMethod.designs(
                units, left -> design(terms, parameters, left, slices).andThen(own -> own.ofLength(length)));
        EdgeKnowledge known = EdgeKnowledge.of(parameters.knownEdges(), slices.stacked());
        StructureSearch search =
                StructureSearch.of(slices.stacked().size(), SEED).knowing(known);
        PrivateSeriesDesign design = new PrivateSeriesDesign(
                designs,
                units,
                clock,
                parameters.flag("own-units") ? search.assuming(NoiseAssumption.UNEQUAL) : search,
                parameters.positive("threshold", THRESHOLD),
                choosing,
                userMeans(parameters, slices));
        return ReleaseMethod.of(terms, slices.stacked(), design);
    }

    private static boolean userMeans(MethodParameters parameters, TimeSlices slices) {
        boolean centred = slices.variables().names().stream().anyMatch(name -> parameters.has("centre." + name));
        boolean own = parameters.flag("person-mean", !centred);
        if (own && centred) {
            throw new IllegalArgumentException(
                    "person-mean subtracts from every series its own means: leave it out, or centre.NAME");
        }
        return own;
    }

    /** The design of a site: the size of values is that of the plan's unit or clip; otherwise scales are released. */
    private static Function<SiteUnits, UserSeriesDesign> design(
            StudyTerms terms, MethodParameters parameters, UnitsOfSites units, TimeSlices slices) {
        boolean known = parameters.has("unit") || parameters.has("clip");
        Function<SiteUnits, ReleaseOptions> options = ReleaseMethod.options(
                terms, parameters, units, slices.variables().names(), parameters.flag("own-units"));
        int lags = slices.lags();
        if (!known) {
            return options.andThen(own -> UserSeriesDesign.findingScales(own, lags));
        }
        double radius = UserSeriesDesign.radius(slices.size(), parameters.positive("unit", 1));
        double clip = parameters.positive("clip", radius);
        return options.andThen(own -> new UserSeriesDesign(own, lags, clip));
    }

    /** Refuses single rows: a release would protect a step of a series, whose other steps reveal it. */
    private static void requireUsers(StudyTerms terms, MethodParameters parameters) {
        Optional<PrivacyUnit> unit = terms.promise().map(PrivacyPromise::unit);
        if (unit.isPresent() && !(unit.get() instanceof PrivacyUnit.UserUnit)) {
            throw new IllegalArgumentException(
                    "algorithm " + UserSeriesDesign.NAME + " protects users, each of whom is a realisation:"
                            + " the plan's privacy.unit must be {person: COLUMN} with the column of the realisation,"
                            + " was record");
        }
        Optional<String> realisation = parameters.text("realisation");
        Optional<String> key = unit.map(user -> ((PrivacyUnit.UserUnit) user).keyColumn());
        if (realisation.isPresent() && !realisation.equals(key)) {
            throw new IllegalArgumentException("realisation must be the column of users, "
                    + key.orElse("which there is none of") + ", was " + realisation.get() + ": leave it out");
        }
    }

    private static Optional<UserSeriesSource.Clock> clock(MethodParameters parameters) {
        Optional<String> time = parameters.text("time");
        if (time.isPresent() != parameters.has("step")) {
            throw new IllegalArgumentException("time and step must be given together, because a step found in "
                    + "the rows would reveal something about them; were time " + time.orElse("missing") + " and step "
                    + parameters.text("step").orElse("missing"));
        }
        return time.map(column -> new UserSeriesSource.Clock(column, parameters.positive("step", 1)));
    }

    @Override
    public String components() {
        return UserSeriesDesign.NAME + " + order-mcmc";
    }

    @Override
    public RowSource prepared(RowSource rows) {
        int lags = ReleaseMethod.any(releases).lags();
        return UserSeriesSource.of(rows, clock, lags, userMeans);
    }

    @Override
    public int revision() {
        return REVISION;
    }

    @Override
    public Found found(SeriesMoments released) {
        SeriesMoments moments = userMeans ? released.aboutOwnMeans() : released;
        ReleasedStructure.Found found = new ReleasedDynamics(moments).search(search, threshold, choosing);
        return NoisyDesign.found(found.network(), found.evidence(), notes(), released.sigma());
    }

    private List<String> notes() {
        long rows = ReleaseMethod.any(releases).length().orElse(LEAST_FOR_MEANS);
        return userMeans && rows < LEAST_FOR_MEANS
                ? List.of("series of " + rows + " rows are short for their own means: variables seem to turn back. If"
                        + " series vary about known values, name them as centre.NAME in a plan or with --public-centre"
                        + " NAME=X; if about 0, say person-mean: false or --centre none")
                : List.of();
    }
}
