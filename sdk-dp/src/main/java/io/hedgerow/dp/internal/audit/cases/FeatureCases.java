// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Audits releases of curves, round by round, on pairs that move each round far: cells of the canary are beyond the
 * distributions that are announced, so its rows of columns are longer than the radius. Every run is a study of its own
 * with a new solver. Stateless; each case is for one thread.
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
        this.rows = AuditedRows.of(options.adjacency(), options.byPerson(), Math.toIntExact(options.rows()));
        this.canary = new Canary(options.variables(), seed);
        this.delta = delta;
        FeatureLayout layout = new CurveDesign(options).places();
        double[] ones = new double[options.variables()];
        Arrays.fill(ones, 1);
        double[] counts = new double[Marginal.BINS];
        Arrays.fill(counts, Marginal.bin(-2), Marginal.bin(2), 1);
        this.announced = layout.tellMarginals(
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
}
