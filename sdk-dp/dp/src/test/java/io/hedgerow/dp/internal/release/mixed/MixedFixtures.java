// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.mixed;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.denoise.mixed.NoisyColumns;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseRounds;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.mechanism.NoiseSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Numbers beside categories, and whole releases of them in one process. */
public final class MixedFixtures {

    private MixedFixtures() {}

    /** Variables x1, x2 …, 0 levels of a number. */
    public static VariableSchema schema(int... levels) {
        Map<String, VariableKind> kinds = new LinkedHashMap<>();
        for (int j = 0; j < levels.length; j++) {
            if (levels[j] > 0) {
                kinds.put(
                        "x" + (j + 1),
                        new VariableKind.Categorical(IntStream.range(0, levels[j])
                                .mapToObj(l -> "l" + l)
                                .toList()));
            }
        }
        return VariableSchema.numbered(levels.length).with(kinds);
    }

    public static MixedColumns columns(int... levels) {
        return new MixedColumns(schema(levels), false);
    }

    /** The same where cells may be missing. */
    public static MixedColumns withHoles(int... levels) {
        return new MixedColumns(schema(levels), true);
    }

    public static ReleaseOptions options(int numbers, long rows, Adjacency adjacency, double mu) {
        return new ReleaseOptions(numbers, rows, adjacency, 0.02, 3000, true, ReleaseCentre.none(numbers), mu);
    }

    /** About a mean of each site, which it releases before. */
    public static ReleaseOptions aboutMeans(int numbers, long rows, Adjacency adjacency, double mu) {
        return new ReleaseOptions(numbers, rows, adjacency, 0.02, 3000, true, new ReleaseCentre.PrivateMean(), mu);
    }

    /** Everything is paid for. */
    private static final BudgetLedger PAID = new BudgetLedger() {
        @Override
        public void reserve(ReservationRequest request) {}

        @Override
        public void requireLetThrough(ReservationRequest request) {}
    };

    /** What the coordinator has after all rounds of a site for each source. */
    public static NoisyColumns release(List<RowSource> sites, MixedDesign design, NoiseSource noise)
            throws InterruptedException {
        ReleaseRounds<NoisyColumns> study = ReleaseRounds.of(
                "mixed",
                sites.get(0).schema(),
                sites.size(),
                design,
                design.options().rows());
        PrivacyUnit unit =
                design.options().byUser() ? new PrivacyUnit.UserUnit("person") : new PrivacyUnit.RecordUnit();
        List<SiteSession> sessions = new ArrayList<>();
        for (RowSource rows : sites) {
            SiteData data = SiteData.of(new DatasetIdentity("rows " + sessions.size()), rows);
            sessions.add(new SiteSession(
                    new SiteId("s" + sessions.size()),
                    study.study(),
                    data,
                    PrivacyGate.enforcing(
                            PAID, data.identity(), unit, design.options().adjacency()),
                    new ReleaseSolver(design, noise),
                    new InsecurePlainUpload(study.study())));
        }
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        return study.run(network, new InsecurePlainUpload(study.study()))
                .orElseThrow(() -> network.firstFailure().orElseGet(() -> new IllegalStateException("no answer")));
    }

    /** Rows in memory. */
    public static RowSource rows(VariableSchema schema, double[][] rows) {
        return InMemoryRows.of(schema, rows);
    }
}
