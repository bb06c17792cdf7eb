// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.LearnedStatistic;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.table.TableDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Audits releases of curves, and of tables, round by round, on pairs that move each round far: cells of the canary are
 * beyond the distributions that are announced, so its rows of columns are longer than the radius. Every run is a study
 * of its own with a new solver. Stateless; each case is for one thread.
 */
final class FeatureCases {

    /** A cell beyond the announced distribution, in another histogram cell than larger ones. */
    private static final double FAR = 10;

    private static final List<String> ROUNDS = List.of("scale", "histograms", "products");

    private final AuditedRows rows;
    private final Canary canary;
    private final double delta;
    private final Parameters announced;

    private FeatureCases(ReleaseOptions options, long seed, double delta) {
        this.rows = AuditedRows.of(options.adjacency(), options.byUser(), Math.toIntExact(options.rows()));
        this.canary = new Canary(options.variables(), seed);
        this.delta = delta;
        this.announced = announced(options);
    }

    /** Units of 1, and every variable's distribution even from −2 to 2. */
    static Parameters announced(ReleaseOptions options) {
        FeatureLayout layout = new CurveDesign(options).places();
        double[] ones = new double[options.variables()];
        Arrays.fill(ones, 1);
        double[] counts = new double[Marginal.BINS];
        Arrays.fill(counts, Marginal.bin(-2), Marginal.bin(2), 1);
        return layout.tellMarginals(
                layout.tellScales(options.rows(), new double[ones.length], ones),
                Collections.nCopies(ones.length, Marginal.of(0, 1, counts)));
    }

    /**
     * The rounds of {@link CurveDesign} about 0, a case each; a round that is audited by itself has μ = 2. Supports
     * about a thousand units, since each run reads all of them.
     */
    static List<AuditCase> of(ReleaseOptions options, long seed, double delta) {
        FeatureCases cases = new FeatureCases(options, seed, delta);
        List<AuditCase> all = new ArrayList<>();
        for (int round = 0; round < ROUNDS.size(); round++) {
            MechanismEvent planned = ReleaseRun.plan(new CurveDesign(options)).get(round);
            all.add(cases.aCase(options.withMu(options.mu() * ReleaseRun.scale(planned)), round));
        }
        return all;
    }

    private AuditCase aCase(ReleaseOptions scaled, int round) {
        CurveDesign design = new CurveDesign(scaled);
        ReleaseRun run = new ReleaseRun(design, round, round + 1, announced, Parameters.zeros(announced.size()));
        MechanismEvent claimed = run.claimed();
        double[] signs = canary.signs();
        double[] left = new double[signs.length];
        double[] right = new double[signs.length];
        for (int j = 0; j < signs.length; j++) {
            // in the same tail or in the other: rows of columns at right angles, and other cells
            left[j] = signs[j] * Canary.LARGE;
            right[j] = (j % 2 == 0 ? 1 : -1) * signs[j] * (round == 0 ? Canary.SMALL : FAR);
        }
        double[][] others = new double[1][signs.length];
        DataView one = rows.open(left, others, claimed);
        DataView other = rows.neighbour().open(rows.opposite(right), others, claimed);
        return LearnedStatistic.aCase(
                ROUNDS.get(round),
                claimed,
                delta,
                () -> design.released(round, Parameters.takeOver(run.published(one))),
                () -> design.released(round, Parameters.takeOver(run.published(other))));
    }

    /**
     * Audits releases of tables, round by round, on pairs that change each table as much as possible: the canary has
     * another level of every variable than its neighbour. Every run is a study of its own with a new solver. Stateless;
     * each case is for one thread.
     */
    static final class OfTables {

        private static final List<String> ROUNDS = List.of("pairs", "tables");

        private static final VariableKind LEVELS = new VariableKind.Categorical(List.of("a", "b", "c"));

        private OfTables() {}

        /**
         * The rounds of {@link TableDesign}, a case each; one that is audited by itself has μ = 2. At most a thousand
         * units or so, which are all read in each run.
         *
         * @param options of few variables: cells of all tables are numbers of which a direction is learned
         * @param mayMiss whether cells may be missing, as all of the canary's neighbour then are
         */
        static List<AuditCase> of(ReleaseOptions options, boolean mayMiss, double delta) {
            List<AuditCase> all = new ArrayList<>();
            for (int round = 0; round < ROUNDS.size(); round++) {
                MechanismEvent planned =
                        ReleaseRun.plan(design(options, mayMiss)).get(round);
                all.add(aCase(options.withMu(options.mu() * ReleaseRun.scale(planned)), mayMiss, round, delta));
            }
            return all;
        }

        static TableDesign design(ReleaseOptions options, boolean mayMiss) {
            int d = options.variables();
            VariableSchema numbers = VariableSchema.numbered(d);
            Map<String, VariableKind> kinds = new HashMap<>();
            numbers.names().forEach(name -> kinds.put(name, LEVELS));
            return TableDesign.of(options, numbers.with(kinds), mayMiss, EdgeKnowledge.none(d));
        }

        /** Every variable has all others in its table. */
        static Parameters announced(TableDesign design) {
            int d = design.options().variables();
            List<int[]> others = new ArrayList<>();
            for (int j = 0; j < d; j++) {
                int own = j;
                others.add(IntStream.range(0, d).filter(i -> i != own).toArray());
            }
            return Parameters.takeOver(design.shape().announced(others));
        }

        private static AuditCase aCase(ReleaseOptions scaled, boolean mayMiss, int round, double delta) {
            TableDesign design = design(scaled, mayMiss);
            Parameters told = announced(design);
            ReleaseRun run = new ReleaseRun(design, round, round + 1, told, Parameters.zeros(told.size()));
            MechanismEvent claimed = run.claimed();
            int d = scaled.variables();
            double[] left = new double[d];
            double[] right = new double[d];
            Arrays.fill(left, 1);
            Arrays.fill(right, mayMiss ? Double.NaN : 2);
            double[][] others = new double[1][d];
            AuditedRows rows = AuditedRows.of(scaled.adjacency(), scaled.byUser(), Math.toIntExact(scaled.rows()));
            DataView one = rows.open(left, others, claimed);
            DataView other = rows.neighbour().open(rows.opposite(right), others, claimed);
            return LearnedStatistic.aCase(
                    ROUNDS.get(round),
                    claimed,
                    delta,
                    () -> design.released(round, Parameters.takeOver(run.published(one))),
                    () -> design.released(round, Parameters.takeOver(run.published(other))));
        }
    }
}
