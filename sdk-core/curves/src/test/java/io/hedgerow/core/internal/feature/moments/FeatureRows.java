// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.moments;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.feature.FeatureRelease;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.solver.LocalProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.mult.VectorVectorMult_DDRM;

/** Rows of curves, and their moments the slow way. */
public final class FeatureRows {

    private FeatureRows() {}

    /** [n][1 + equations]: a normal variable, then functions of those before with normal noise. */
    @SafeVarargs
    public static double[][] of(int rows, long seed, double noise, ToDoubleFunction<double[]>... equations) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] all = new double[rows][equations.length + 1];
        for (double[] row : all) {
            row[0] = random.nextGaussian();
            for (int j = 0; j < equations.length; j++) {
                row[j + 1] = equations[j].applyAsDouble(row) + noise * random.nextGaussian();
            }
        }
        return all;
    }

    /** Three variables: x, its square, and their product with noise. */
    public static double[][] three(int rows) {
        return of(rows, 7, 0.5, row -> row[0] * row[0], row -> row[0] * row[1]);
    }

    public static Marginal marginal(double[][] rows, int variable) {
        double[] counts = new double[Marginal.BINS];
        for (double[] row : rows) {
            counts[Marginal.bin(row[variable])]++;
        }
        return Marginal.of(0, 1, counts);
    }

    public static FeatureMap map(double[][] rows, int[]... pairs) {
        List<Marginal> marginals = new ArrayList<>();
        for (int j = 0; j < rows[0].length; j++) {
            marginals.add(marginal(rows, j));
        }
        return new FeatureMap(marginals, 4, pairs);
    }

    /** Of rows in one place, by a loop over pairs of columns. */
    public static FeatureMoments moments(FeatureMap map, double[][] rows) {
        int size = map.size();
        double[][] columns = new double[rows.length][size];
        double[] mean = new double[size];
        for (int r = 0; r < rows.length; r++) {
            map.expand(rows[r], columns[r]);
            for (int a = 0; a < size; a++) {
                mean[a] += columns[r][a] / rows.length;
            }
        }
        double[] covariance = new double[size * size];
        for (double[] row : columns) {
            for (int a = 0; a < size; a++) {
                for (int b = 0; b < size; b++) {
                    covariance[a * size + b] += (row[a] - mean[a]) * (row[b] - mean[b]) / (rows.length - 1);
                }
            }
        }
        return new FeatureMoments(map, rows.length, mean, covariance);
    }

    /** What a site of the rows answers. */
    public static Parameters answer(FeatureRelease site, FeatureLayout layout, Parameters told, double[][] rows) {
        SiteData data = SiteData.of(
                new DatasetIdentity("rows"), InMemoryRows.of(VariableSchema.numbered(rows[0].length), rows));
        ParameterLayout shape = layout.layout();
        Parameters zero = Parameters.zeros(shape.size());
        try (DataView view = data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity())
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit())) {
            return site.solve(new LocalProblem(shape, told, zero, zero, 1, 0, 1, Centring.NONE), view)
                    .parameters();
        }
    }

    /**
     * The regression of a target on columns, by inverting.
     *
     * @param inverse (G_AA + R)⁻¹
     * @param complexity ln det (G_AA + R) − ln det R
     * @param right G_Aj
     * @param variance v_j
     */
    public record Dense(DMatrixRMaj inverse, double complexity, DMatrixRMaj right, double variance) {

        /** Prior variances: one for columns of single variables, one for those of pairs. */
        public static Dense of(
                FeatureMoments moments, int target, int[] columns, double rows, double tau, double pairTau) {
            return of(moments, target, columns, rows, tau, pairTau, pairTau);
        }

        /** Prior variances: for columns of single variables, for simple products of pairs and for the others. */
        public static Dense of(
                FeatureMoments moments,
                int target,
                int[] columns,
                double rows,
                double tau,
                double pairTau,
                double otherTau) {
            int size = columns.length;
            DMatrixRMaj ridged = new DMatrixRMaj(size, size);
            DMatrixRMaj right = new DMatrixRMaj(size, 1);
            int own = moments.columnOf(target);
            double complexity = 0;
            for (int a = 0; a < size; a++) {
                for (int b = 0; b < size; b++) {
                    ridged.set(a, b, moments.covariance(columns[a], columns[b]));
                }
                int product = columns[a] - moments.map().single();
                boolean isSimple = product % FeatureMap.OF_PAIR < FeatureMap.SIMPLE;
                double prior = product < 0 ? tau : isSimple ? pairTau : otherTau;
                double ridge = ridged.get(a, a) / (rows * prior);
                ridged.add(a, a, ridge);
                right.set(a, 0, moments.covariance(columns[a], own));
                complexity -= Math.log(ridge);
            }
            complexity += Math.log(CommonOps_DDRM.det(ridged));
            DMatrixRMaj inverse = new DMatrixRMaj(size, size);
            CommonOps_DDRM.invert(ridged, inverse);
            return new Dense(inverse, complexity, right, moments.covariance(own, own));
        }

        public double[] coefficients() {
            DMatrixRMaj b = new DMatrixRMaj(right.numRows, 1);
            CommonOps_DDRM.mult(inverse, right, b);
            return b.data;
        }

        public double residual() {
            return variance - spread(right.data);
        }

        public double spread(double[] psi) {
            DMatrixRMaj column = new DMatrixRMaj(psi.length, 1, true, psi);
            return VectorVectorMult_DDRM.innerProdA(column, inverse, column);
        }
    }
}
