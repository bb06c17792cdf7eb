// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Rows of a linear network with noises of a shape, at sites with means of their own. */
public final class DrawnSites {

    static final ToDoubleFunction<Random> GAUSSIAN = Random::nextGaussian;
    static final ToDoubleFunction<Random> EXPONENTIAL = random -> -Math.log(1 - random.nextDouble()) - 1;
    public static final ToDoubleFunction<Random> UNIFORM = random -> (2 * random.nextDouble() - 1) * Math.sqrt(3);
    public static final ToDoubleFunction<Random> LAPLACE =
            random -> (random.nextBoolean() ? 1 : -1) * -Math.log(1 - random.nextDouble()) / Math.sqrt(2);

    private final double[][][] rows;

    private DrawnSites(double[][][] rows) {
        this.rows = rows;
    }

    /** Noise deviations are log-uniform in [½, 2]; every site adds offsets of size 3. */
    public static DrawnSites of(
            WeightMatrix weights, ToDoubleFunction<Random> noise, int sites, int rowsOfASite, long seed) {
        Random random = new Random(seed);
        int d = weights.variables();
        double[] deviation = new double[d];
        for (int j = 0; j < d; j++) {
            deviation[j] = Math.pow(4, random.nextDouble() - 0.5);
        }
        int[] order = Dag.of(weights).topologicalOrder();
        double[][][] drawn = new double[sites][rowsOfASite][d];
        for (double[][] site : drawn) {
            double[] offset = random.doubles(d, -3, 3).toArray();
            for (double[] row : site) {
                for (int j : order) {
                    row[j] = deviation[j] * noise.applyAsDouble(random);
                    for (int i = 0; i < d; i++) {
                        row[j] += weights.get(i, j) * row[i];
                    }
                }
                for (int j = 0; j < d; j++) {
                    row[j] += offset[j];
                }
            }
        }
        return new DrawnSites(drawn);
    }

    static DrawnSites ofRows(double[][][] rows) {
        return new DrawnSites(rows);
    }

    /** The same rows with column j multiplied by factors[j]. */
    DrawnSites times(double... factors) {
        double[][][] scaled = new double[rows.length][][];
        for (int p = 0; p < rows.length; p++) {
            scaled[p] = new double[rows[p].length][];
            for (int r = 0; r < rows[p].length; r++) {
                double[] row = rows[p][r].clone();
                for (int j = 0; j < row.length; j++) {
                    row[j] *= factors[j];
                }
                scaled[p][r] = row;
            }
        }
        return new DrawnSites(scaled);
    }

    /** All rows at one site, each less its own site's mean. */
    DrawnSites inOnePlace() {
        List<double[]> all = new ArrayList<>();
        for (double[][] site : rows) {
            int d = site[0].length;
            double[] mean = new double[d];
            for (double[] row : site) {
                for (int j = 0; j < d; j++) {
                    mean[j] += row[j] / site.length;
                }
            }
            for (double[] row : site) {
                double[] centred = new double[d];
                for (int j = 0; j < d; j++) {
                    centred[j] = row[j] - mean[j];
                }
                all.add(centred);
            }
        }
        return new DrawnSites(new double[][][] {all.toArray(double[][]::new)});
    }

    double[][] rows(int site) {
        return rows[site];
    }

    SufficientStatistics statistics(int site) {
        return read(site, DataView::statistics);
    }

    public VariableSchema schema() {
        return VariableSchema.numbered(rows[0][0].length);
    }

    /** Every site by itself. */
    public List<Contrasts> each() {
        List<Contrasts> sites = new ArrayList<>();
        for (int p = 0; p < rows.length; p++) {
            InMemoryRows source = source(p);
            sites.add(Contrasts.ofSite(statistics(p), source::forEachRow));
        }
        return sites;
    }

    public Contrasts contrasts() {
        return Contrasts.sum(each());
    }

    /** What the sites release of their moments, in sum. */
    public WithinSites moments() {
        int d = schema().size();
        double[] total = new double[SiteSums.layout(d).size()];
        for (int p = 0; p < rows.length; p++) {
            Parameters own = read(p, SiteSums::of);
            for (int k = 0; k < total.length; k++) {
                total[k] += own.get(k);
            }
        }
        return WithinSites.of(d, rows.length, Parameters.takeOver(total));
    }

    private InMemoryRows source(int site) {
        return InMemoryRows.of(schema(), rows[site]);
    }

    private <T> T read(int site, Function<DataView, T> computation) {
        SiteData data = SiteData.of(new DatasetIdentity("site"), source(site));
        try (DataView view = data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity())
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit())) {
            return computation.apply(view);
        }
    }

    public PooledRows pooled() {
        return PooledRows.of(moments(), contrasts());
    }

    public DirectLingam.Found learn() {
        return DirectLingam.learn(schema(), moments(), contrasts());
    }

    ClassOrientation orient(Dag member) {
        return ClassOrientation.of(member, (i, j) -> false, moments(), contrasts());
    }
}
