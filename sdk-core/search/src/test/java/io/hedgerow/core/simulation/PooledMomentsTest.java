// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PooledMomentsTest {

    private static double[][] rows(int n, int d, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[n][d];
        for (double[] row : rows) {
            for (int i = 0; i < d; i++) {
                row[i] = random.nextGaussian() + (i > 0 ? row[i - 1] : 0) + seed;
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void release_isTheMeanOfAllRows_andTheirProductsAboutTheMeansOfTheirSites(int d) throws InterruptedException {
        VariableSchema schema = VariableSchema.numbered(d);
        List<SiteData> sites = new ArrayList<>();
        double[][] scatter = new double[d][d];
        double[] mean = new double[d];
        for (int p = 0; p < 4; p++) {
            double[][] rows = rows(5 + 20 * p, d, p);
            double[] own = new double[d];
            for (double[] row : rows) {
                for (int i = 0; i < d; i++) {
                    own[i] += row[i] / rows.length;
                    mean[i] += row[i] / 140;
                }
            }
            for (double[] row : rows) {
                for (int k = 0; k < d * d; k++) {
                    scatter[k / d][k % d] += (row[k / d] - own[k / d]) * (row[k % d] - own[k % d]);
                }
            }
            sites.add(SiteData.of(new DatasetIdentity("site " + p), InMemoryRows.of(schema, rows)));
        }

        PooledMoments.Release release = PooledMoments.release(sites);

        SufficientStatistics pooled = release.statistics();
        assertEquals(140, pooled.rows());
        for (int i = 0; i < d; i++) {
            assertEquals(mean[i], pooled.mean(i), 1e-12 * (1 + Math.abs(mean[i])));
            for (int j = 0; j < d; j++) {
                // rounding of 140 products of size 1
                assertEquals(scatter[i][j] / 140, pooled.covariance(i, j), 1e-12);
            }
        }
    }

    @Test
    void layout_holdsEveryPairOnceForOddAndAtMostTwiceForEvenNumbers() {
        for (int d = 1; d <= 9; d++) {
            ParameterLayout layout = SiteSums.layout(d);
            assertEquals(4 * (d / 2) + d + 11, layout.sliceLength());
            int[][] seen = new int[d][d];
            for (int j = 0; j < d; j++) {
                for (int s = 0; s <= d / 2; s++) {
                    int k = (j + s) % d;
                    seen[Math.min(j, k)][Math.max(j, k)]++;
                }
            }
            for (int i = 0; i < d; i++) {
                for (int j = i; j < d; j++) {
                    assertTrue(seen[i][j] == 1 || (d % 2 == 0 && seen[i][j] == 2), d + ": " + i + ", " + j);
                }
            }
            for (int s = 0; s < layout.sliceLength(); s++) {
                assertEquals(-1, layout.source(s), "sums carry no edges");
            }
        }
    }

    @Test
    void release_whenOneSiteFails_releasesNothingAndThrowsTheCause() {
        DataException cause = new DataException("test");
        VariableSchema schema = VariableSchema.numbered(2);
        SiteData broken = SiteData.of(new DatasetIdentity("broken"), new RowSource() {
            @Override
            public VariableSchema schema() {
                return schema;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                throw cause;
            }
        });
        SiteData sound = SiteData.of(new DatasetIdentity("sound"), InMemoryRows.of(schema, rows(9, 2, 1)));
        assertSame(cause, assertThrows(DataException.class, () -> PooledMoments.release(List.of(sound, broken))));
        assertThrows(IllegalArgumentException.class, () -> PooledMoments.release(List.of()));
    }
}
