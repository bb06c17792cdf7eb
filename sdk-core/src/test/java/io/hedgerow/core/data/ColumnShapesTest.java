// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataDiagnostics.DataWarning;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnShapesTest {

    private static Optional<DataWarning> shapes(SiteData... sites) {
        return shapes(List.of(sites), List.of());
    }

    private static Optional<DataWarning> shapes(List<SiteData> closed, List<DataView> open) {
        if (closed.isEmpty()) {
            return DataDiagnostics.shapes(open, open.get(0).schema().size());
        }
        SiteData next = closed.get(0);
        try (DataView view = next.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), next.identity())
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit())) {
            List<DataView> more = new ArrayList<>(open);
            more.add(view);
            return shapes(closed.subList(1, closed.size()), more);
        }
    }

    private static Optional<DataWarning> shapes(VariableSchema schema, double[][] rows) {
        return shapes(SiteData.of(new DatasetIdentity("rows"), InMemoryRows.of(schema, rows)));
    }

    /**
     * Of 2000 rows: g₁ of an exponential column is 2, g₂ of a product of two normal ones 6, both far from the limits.
     */
    @Test
    void oddColumns_areNamedByWhatTheyAre() {
        Random random = new Random(1);
        double[][] rows = new double[2000][];
        for (int r = 0; r < rows.length; r++) {
            double normal = random.nextGaussian();
            rows[r] = new double[] {
                normal,
                normal > 0.3 ? 2.5 : -1,
                Math.rint(10 * normal),
                -Math.log(1 - random.nextDouble()),
                normal * random.nextGaussian(),
                7
            };
        }
        DataWarning found = shapes(VariableSchema.of("plain", "yes", "count", "wait", "tails", "constant"), rows)
                .orElseThrow();
        assertEquals(DataWarning.Kind.SHAPE, found.kind());
        assertEquals(List.of("yes", "count", "wait", "tails"), found.variables());
        assertTrue(
                found.text()
                        .startsWith(
                                "binary \"yes\"; whole numbers \"count\"; skewed \"wait\"; heavy-tailed \"tails\": "),
                found.text());
        assertTrue(found.text().contains("--transform normal-scores"), found.text());
    }

    @Test
    void normalColumns_areNotNamed() {
        Random random = new Random(2);
        double[][] rows = new double[500][];
        for (int r = 0; r < rows.length; r++) {
            rows[r] = new double[] {random.nextGaussian(), 3 + random.nextGaussian(), 1e20 * random.nextGaussian()};
        }
        assertEquals(Optional.empty(), shapes(VariableSchema.numbered(3), rows));
    }

    /** Nine rows in ten at 0 and one at 100, as one site, would be skewed. */
    @Test
    void sitesWithMeansOfTheirOwn_areNotSkewed() {
        Random random = new Random(3);
        SiteData[] sites = new SiteData[2];
        for (int p = 0; p < 2; p++) {
            double[][] rows = new double[p == 0 ? 900 : 100][];
            for (int r = 0; r < rows.length; r++) {
                rows[r] = new double[] {100 * p + random.nextGaussian()};
            }
            sites[p] = SiteData.of(new DatasetIdentity("site-" + p), InMemoryRows.of(VariableSchema.numbered(1), rows));
        }
        assertEquals(Optional.empty(), shapes(sites));
    }

    /** g₁ of 0, 0, … and one large value is large; four standard errors of eight rows are 3.5. */
    @Test
    void aFewRows_areNoSkewness() {
        double[][] rows = {{0.1}, {0.2}, {0.15}, {0.3}, {0.12}, {0.22}, {0.28}, {1.5}};
        assertEquals(Optional.empty(), shapes(VariableSchema.numbered(1), rows));
    }

    @Test
    void dataWithoutRows_haveNoShape() {
        VariableSchema schema = VariableSchema.numbered(1);
        SufficientStatistics moments = SufficientStatistics.ofMoments(10, new double[] {0}, new double[] {1});
        assertEquals(Optional.empty(), shapes(SiteData.ofMoments(new DatasetIdentity("moments"), schema, moments)));
    }
}
