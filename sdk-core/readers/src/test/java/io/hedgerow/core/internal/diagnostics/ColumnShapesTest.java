// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnShapesTest {

    private static List<DataWarning> shapes(SiteData... sites) {
        return shapes(List.of(sites), List.of());
    }

    private static List<DataWarning> shapes(List<SiteData> closed, List<DataView> open) {
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

    private static List<DataWarning> shapes(VariableSchema schema, double[][] rows) {
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
                .get(0);
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
        assertEquals(List.of(), shapes(VariableSchema.numbered(3), rows));
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
        assertEquals(List.of(), shapes(sites));
    }

    /** g₁ of 0, 0, … and one large value is large; four standard errors of eight rows are 3.5. */
    @Test
    void aFewRows_areNoSkewness() {
        double[][] rows = {{0.1}, {0.2}, {0.15}, {0.3}, {0.12}, {0.22}, {0.28}, {1.5}};
        assertEquals(List.of(), shapes(VariableSchema.numbered(1), rows));
    }

    @Test
    void dataWithoutRows_haveNoShape() {
        VariableSchema schema = VariableSchema.numbered(1);
        SufficientStatistics moments = SufficientStatistics.ofMoments(10, new double[] {0}, new double[] {1});
        assertEquals(List.of(), shapes(SiteData.ofMoments(new DatasetIdentity("moments"), schema, moments)));
    }

    /** exp(2 z), whole numbers exp(1 + z) and z, of sites with units of their own. */
    private static SiteData site(String name, int skewed, double unit, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[600][4];
        for (double[] row : rows) {
            for (int c = 0; c < row.length; c++) {
                double normal = random.nextGaussian();
                row[c] = c >= skewed ? normal : c == 1 ? Math.floor(Math.exp(1 + normal)) : Math.exp(2 * normal);
            }
            row[0] *= unit;
        }
        return SiteData.of(
                new DatasetIdentity(name), InMemoryRows.of(VariableSchema.of("cost", "stay", "dose", "age"), rows));
    }

    private static List<DataWarning.Kind> kinds(SiteData... sites) {
        return shapes(sites).stream().map(DataWarning::kind).toList();
    }

    @Test
    void mostColumnsSkewed_areOfRanks() {
        List<DataWarning> found = shapes(site("a", 3, 1, 1), site("b", 3, 1, 2));
        assertEquals(DataWarning.Kind.SCORES, found.get(1).kind());
        assertEquals(List.of("cost", "stay", "dose"), found.get(1).variables());
        assertEquals(List.of(DataWarning.Kind.SHAPE), kinds(site("a", 2, 1, 1), site("b", 2, 1, 2)));
    }

    /** One unit of three is another: ranks would hide it. Units that differ everywhere are no mistake of one. */
    @Test
    void anotherScaleAtOneSite_isToldAndNotRanked() {
        List<DataWarning> found = shapes(site("a", 3, 1, 1), site("b", 3, 1, 2), site("c", 3, 1e-3, 3));
        assertEquals(DataWarning.Kind.SCALE_OF_ONE_SITE, found.get(1).kind());
        assertEquals(List.of("cost"), found.get(1).variables());
        assertEquals(
                List.of(DataWarning.Kind.SHAPE, DataWarning.Kind.SCALE_OF_ONE_SITE),
                kinds(site("a", 3, 1, 1), site("b", 3, 1000, 2)));
        assertEquals(
                List.of(DataWarning.Kind.SHAPE, DataWarning.Kind.SCORES),
                kinds(site("a", 3, 1, 1), site("b", 3, 30, 2), site("c", 3, 1000, 3)));
    }

    /** Levels are causes, not ranks of something; exponential noise is linear noise. */
    @Test
    void levelsAndSkewedNoise_areNotOfRanks() {
        Random random = new Random(4);
        double[][] levels = new double[900][3];
        double[][] noise = new double[900][3];
        for (int r = 0; r < levels.length; r++) {
            for (int c = 0; c < 3; c++) {
                double waited = -Math.log(1 - random.nextDouble());
                levels[r][c] = Math.min(9, Math.floor(2 * waited));
                noise[r][c] = waited;
            }
        }
        for (double[][] rows : List.of(levels, noise)) {
            SiteData site = SiteData.of(new DatasetIdentity("rows"), InMemoryRows.of(VariableSchema.numbered(3), rows));
            assertEquals(List.of(DataWarning.Kind.SHAPE), kinds(site));
            assertEquals(rows == noise, shapes(site).get(0).text().contains("consider --transform normal-scores"));
        }
    }
}
