// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

class LagOrderTest {

    private static final int D = 4;
    private static final WeightRange SMALL = new WeightRange(0.3, 0.5);

    private static SufficientStatistics moments(int lags, int looked, long seed) {
        StructuralVar model = StructuralVar.random(
                new ErdosRenyi(D, D, SMALL), lags, 6, SMALL, 1, new double[] {1, 1, 1, 1}, Noise.GAUSSIAN, seed);
        Lagged.Order order = new Lagged.Order(Optional.of("realisation"), Optional.of("time"), OptionalDouble.empty());
        Lagged rows = Lagged.of(model.series(4, 250, seed), order, looked);
        return InsecureOpenSites.statistics(SiteData.of(new DatasetIdentity("series"), rows));
    }

    /** AIC(p) = n ln det Σ_p + 2 p d², with Σ_p = S_xx − S_xz S_zz⁻¹ S_zx by a naive inverse. */
    @Test
    void criterion_isThatOfTheReducedForm() {
        SufficientStatistics moments = moments(1, 2, 5);
        double[] s = moments.secondMoment(Centring.LOCAL_MEAN);
        DMatrixRMaj all = DMatrixRMaj.wrap(3 * D, 3 * D, s);
        for (int p = 1; p <= 2; p++) {
            int q = (p + 1) * D;
            DMatrixRMaj x = CommonOps_DDRM.extract(all, 0, D, 0, D);
            DMatrixRMaj cross = CommonOps_DDRM.extract(all, 0, D, D, q);
            DMatrixRMaj inverse = CommonOps_DDRM.extract(all, D, q, D, q);
            CommonOps_DDRM.invert(inverse);
            DMatrixRMaj half = new DMatrixRMaj(D, q - D);
            CommonOps_DDRM.mult(cross, inverse, half);
            CommonOps_DDRM.multAddTransB(-1, half, cross, x);
            double expected = 998 * Math.log(CommonOps_DDRM.det(x)) + 2 * p * D * D;
            assertEquals(expected, 998 * LagOrder.logDeterminant(D, p, s) + 2 * p * D * D, 1e-6);
        }
    }

    /** With 1,000 rows the criterion errs upwards at most: too many lags cost little, too few cost edges. */
    @Test
    void chosen_isNeverFewerThanThereAre() {
        for (int lags = 1; lags <= 3; lags++) {
            int more = 0;
            for (int seed = 1; seed <= 6; seed++) {
                SufficientStatistics moments = moments(lags, 3, seed);
                int chosen = LagOrder.choose(D, 3, moments.secondMoment(Centring.LOCAL_MEAN), (double) moments.rows());
                assertEquals(true, chosen >= lags, chosen + " of " + lags);
                more += chosen > lags ? 1 : 0;
            }
            assertEquals(true, more <= 3, "mostly as many as there are");
        }
    }
}
