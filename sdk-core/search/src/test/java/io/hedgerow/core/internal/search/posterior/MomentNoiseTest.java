// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.posterior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.search.sums.SummedRows;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Noise of ties; {@code ReleaseNoiseTest} is of that of releases. */
class MomentNoiseTest {

    private static final int D = 5;

    /** V = Σ_{a ≠ b} (τ_a² + τ_b²) / 2 · u_a v_b (u_a v_b + u_b v_a), against 20,000 draws: 1 % a deviation. */
    @Test
    void variance_ofVariables_isThatOfDrawnNoise() {
        Random random = new Random(3);
        double[] variances = {0.1, 0, 0.3, 0.02, 0.5};
        double[] u = random.doubles(D, -1, 1).toArray();
        double[] v = random.doubles(D, -1, 1).toArray();
        double squares = 0;
        int draws = 20_000;
        for (int draw = 0; draw < draws; draw++) {
            double product = 0;
            for (int a = 0; a < D; a++) {
                for (int b = 0; b < a; b++) {
                    double noise = Math.sqrt((variances[a] + variances[b]) / 2) * random.nextGaussian();
                    product += noise * (u[a] * v[b] + u[b] * v[a]);
                }
            }
            squares += product * product / draws;
        }
        assertEquals(squares, MomentNoise.ofVariables(variances).variance(u, v), 0.04 * squares);
    }

    private static WithinSites scored(int levels) {
        Random random = new Random(5);
        double[][] rows = new double[4000][4];
        for (double[] row : rows) {
            double z = 0;
            for (int j = 0; j < 4; j++) {
                z = z + random.nextGaussian();
                row[j] = levels == 0 ? z : Math.max(0, Math.min(levels - 1, Math.floor(z + levels / 2.0)));
            }
        }
        RowSource scores = InMemoryRows.of(VariableSchema.numbered(4), rows).inNormalScores();
        Parameters sums = SummedRows.ofSite(SiteData.of(new DatasetIdentity("scores"), scores));
        return WithinSites.of(4, 1, sums);
    }

    /** Two levels a column leave much less of 4,000 rows than values that all differ, which leave all. */
    @Test
    void rowsWithTies_countForLess() {
        StructureSearch search = StructureSearch.of(4, 1);
        WithinSites plain = scored(0);
        assertEquals(plain.effectiveRows(), plain.effectiveRows(search));
        double coins = scored(2).effectiveRows(search);
        double levels = scored(6).effectiveRows(search);
        assertTrue(coins < 0.5 * scored(2).effectiveRows(), "of coins " + coins);
        assertTrue(levels > coins && levels < plain.effectiveRows(), "of six levels " + levels);
    }
}
