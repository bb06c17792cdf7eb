package io.hedgerow.samples.secure;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.simulation.Protection;
import io.hedgerow.core.simulation.UniformNumbers;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.federation.LossyNetwork;
import io.hedgerow.secureagg.federation.SecureAggregator;
import io.hedgerow.secureagg.federation.SimulatedConsortium;
import io.hedgerow.secureagg.federation.SummedStudy;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.CoordinatorTrust;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Masks the uploads of one study in this process, and keeps what there is to report. */
public final class MaskedRun implements Protection.Factory {

    /** Beyond the sum of squares of any site's rows; two lanes carry numbers up to it in steps of about 2^-40. */
    private static final double STATISTIC_BOUND = 0x1p60;
    /** Beyond any count of rows; small enough that lanes carry the whole lattice of the noise, 2^-32. */
    private static final double PRIVATE_BOUND = 0x1p45;

    private final SecureAggregation settings;
    private final Function<Study, SummedStudy> sums;
    private @Nullable SecureAggregator aggregator;
    private @Nullable LossyNetwork line;

    private MaskedRun(SecureAggregation settings, Function<Study, SummedStudy> sums) {
        this.settings = settings;
        this.sums = sums;
    }

    /**
     * For a study in rounds towards a consensus, without a budget.
     *
     * @param settings how
     * @return masks over changes of all sites in every round
     * @throws IllegalArgumentException when sites are to be lost
     */
    public static MaskedRun ofChanges(SecureAggregation settings) {
        settings.requireNobodyLost("rounds without a budget");
        return new MaskedRun(settings, SummedStudy::changes);
    }

    /**
     * For a study in rounds towards a consensus, in which every site adds noise of its own.
     *
     * @param settings how
     * @return masks over changes of those sites that are not lost
     */
    public static MaskedRun ofChangesWithOwnNoise(SecureAggregation settings) {
        return new MaskedRun(settings, SummedStudy::withOwnNoise);
    }

    /**
     * For a study that releases statistics.
     *
     * @param settings how
     * @param name of what is released
     * @return masks over statistics, each of which is released once
     */
    public static MaskedRun ofStatistics(SecureAggregation settings, String name) {
        return new MaskedRun(settings, study -> SummedStudy.statistic(study, STATISTIC_BOUND, name));
    }

    /**
     * For a study that releases statistics of bounded contributions, with noise.
     *
     * @param settings how
     * @param name of what is released
     * @return masks over statistics, each of which is released once
     * @throws IllegalArgumentException when sites are to be lost
     */
    public static MaskedRun ofPrivateStatistics(SecureAggregation settings, String name) {
        settings.requireNobodyLost("noise that sites share");
        return new MaskedRun(settings, study -> SummedStudy.statistic(study, PRIVATE_BOUND, name));
    }

    @Override
    public int quorum(int sites) {
        return settings.dropouts() > 0 ? settings.policy().threshold(sites) : sites;
    }

    @Override
    public Protection of(Study study, List<SiteId> sites) {
        SimulatedConsortium consortium = new SimulatedConsortium(sites, settings.policy());
        SummedStudy summed = sums.apply(study);
        SecureAggregator coordinator = consortium.aggregator(summed);
        aggregator = coordinator;
        return new Protection() {
            @Override
            public UpdateProtector protector(SiteId site) {
                return consortium.protector(site, summed);
            }

            @Override
            public Aggregator aggregator() {
                return coordinator;
            }

            @Override
            public CoordinatorChannel line(CoordinatorChannel channel) {
                if (settings.dropouts() == 0) {
                    return channel;
                }
                LossyNetwork lossy =
                        new LossyNetwork(channel, summed, settings.dropouts(), UniformNumbers.of(settings.seed()));
                line = lossy;
                return lossy;
            }
        };
    }

    /**
     * What happened.
     *
     * @return the report, after the run
     */
    public SecureAggregationReport report() {
        SecureAggregator used = aggregator;
        if (used == null) {
            throw new IllegalStateException("a run must have been made first");
        }
        AggregationReport log = used.report();
        AggregationPolicy policy = settings.policy();
        return new SecureAggregationReport(
                policy.trust() == CoordinatorTrust.MALICIOUS ? "malicious-coordinator" : "trusted-coordinator",
                policy.suite().name().toLowerCase(Locale.ROOT),
                used.sites(),
                log.threshold(),
                log.colluding(),
                log.minCohort(),
                log.slots(),
                log.released(),
                line == null ? 0 : line.losses(),
                log.questions(),
                log.bytesUp(),
                log.bytesDown(),
                log.refusals());
    }
}
