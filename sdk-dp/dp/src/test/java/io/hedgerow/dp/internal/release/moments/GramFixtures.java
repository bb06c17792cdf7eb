// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseRounds;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Releases inside one process, with noise or without. */
public final class GramFixtures {

    /** No noise: what a release computes can be compared with what it should. */
    public static final NoiseSource SILENT = new NoiseSource() {
        @Override
        public String id() {
            return "silent";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public long gaussian(double sigma) {
            return 0;
        }

        @Override
        public long laplace(double scale) {
            return 0;
        }
    };

    private GramFixtures() {}

    /**
     * Gaussian noise that is the same in every run, for what is learned behind noise: its tail has no formula from
     * which a false alarm could be computed. That production draws the right noise is tested where it is released.
     */
    public static NoiseSource seeded(long seed) {
        Random random = new Random(seed);
        return new NoiseSource() {
            @Override
            public String id() {
                return "seeded";
            }

            @Override
            public NoiseSource.Law law() {
                return NoiseSource.Law.EXACT;
            }

            @Override
            public long gaussian(double sigma) {
                return Math.round(sigma * random.nextGaussian());
            }

            @Override
            public long laplace(double scale) {
                throw new UnsupportedOperationException("these releases draw Gaussian noise");
            }
        };
    }

    public static SimulatedSites study(int d, int sites, long rows, long seed) {
        return SimulatedSites.of(new ErdosRenyi(d, d))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(seed)
                .build();
    }

    /** Sites' data with every column multiplied by a factor of its own. */
    public static List<SiteData> sites(SimulatedSites study, double... factors) {
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            RowSource source = study.rows(p);
            List<double[]> rows = new ArrayList<>();
            source.forEachRow(row -> {
                double[] copy = row.clone();
                for (int j = 0; j < copy.length && factors.length > 0; j++) {
                    copy[j] *= factors[factors.length == 1 ? 0 : j];
                }
                rows.add(copy);
            });
            sites.add(SiteData.of(
                    new DatasetIdentity("site " + p), InMemoryRows.of(source.schema(), rows.toArray(new double[0][]))));
        }
        return sites;
    }

    public static PrivacyGate gate(BudgetLedger ledger, SiteData data) {
        return gate(ledger, data, new PrivacyUnit.RecordUnit());
    }

    /** Lets a round be computed again, as a ledger does that has let it through. */
    private static PrivacyGate gate(BudgetLedger ledger, SiteData data, PrivacyUnit unit) {
        BudgetLedger again = new BudgetLedger() {
            @Override
            public void reserve(ReservationRequest request) {
                ledger.reserve(request);
            }

            @Override
            public void requireLetThrough(ReservationRequest request) {}
        };
        return PrivacyGate.enforcing(again, data.identity(), unit, Adjacency.REPLACE_ONE);
    }

    /** What the coordinator has after all rounds. Ledgers let everything pass unless one is given. */
    public static PrivateGram release(
            List<SiteData> sites, ReleaseOptions options, NoiseSource noise, BudgetLedger ledger)
            throws InterruptedException {
        ReleaseRounds<PrivateGram> study = ReleaseRounds.of(
                "gram", sites.get(0).schema(), sites.size(), new MomentDesign(options), options.rows());
        List<SiteSession> sessions = new ArrayList<>();
        for (SiteData data : sites) {
            sessions.add(new SiteSession(
                    new SiteId("s" + sessions.size()),
                    study.study(),
                    data,
                    gate(
                            ledger,
                            data,
                            options.byUser() ? new PrivacyUnit.UserUnit("patient") : new PrivacyUnit.RecordUnit()),
                    new ReleaseSolver(new MomentDesign(options), noise),
                    new InsecurePlainUpload(study.study())));
        }
        InMemoryNetwork network = new InMemoryNetwork(
                sessions, Runnable::run, (site, why) -> {}, attempts -> Duration.ZERO); // nothing is mended in between
        return study.run(network, new InsecurePlainUpload(study.study()))
                .orElseThrow(() -> network.firstFailure().orElseGet(() -> new IllegalStateException("no answer")));
    }

    static PrivateGram release(List<SiteData> sites, ReleaseOptions options) throws InterruptedException {
        return release(sites, options, DiscreteNoise.secure(), request -> {});
    }

    public static boolean sameEdges(WeightMatrix a, WeightMatrix b) {
        for (int i = 0; i < a.variables(); i++) {
            for (int j = 0; j < a.variables(); j++) {
                if (a.hasEdge(i, j) != b.hasEdge(i, j)) {
                    return false;
                }
            }
        }
        return a.variables() == b.variables();
    }
}
