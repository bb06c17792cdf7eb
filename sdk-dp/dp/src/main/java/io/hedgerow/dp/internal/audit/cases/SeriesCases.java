// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.LearnedStatistic;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Audits the release of series' moments on pairs that move it by nearly all of its sensitivity, in directions at
 * random; all numbers that a round publishes are looked at together ({@link LearnedStatistic}). Stateless; each case is
 * for one thread.
 */
final class SeriesCases {

    private static final int STEPS = 40;

    private final UserSeriesDesign options;
    private final Canary canary;
    private final double delta;
    private final double[] units;

    private SeriesCases(UserSeriesDesign options, long seed, double delta) {
        this.options = options;
        this.canary = new Canary(options.options().variables(), seed);
        this.delta = delta;
        this.units = canary.units();
    }

    /**
     * Products: a series along one direction against one across, and a constant series against one of alternating sign,
     * which differ in lags only. Scales: every variable far out or at the centre, which is known, or within the range
     * of a fine sum at one end of it or the other. Supports about a thousand users, since each run reads all of them.
     */
    static List<AuditCase> of(UserSeriesDesign options, long seed, double delta) {
        return new SeriesCases(options, seed, delta).cases();
    }

    private List<AuditCase> cases() {
        double[] along = canary.direction();
        double[] across = canary.besides(along);
        int last = options.rounds() - 1;
        List<AuditCase> cases = new ArrayList<>();
        for (int round = 0; round < last; round++) {
            double[] signs = canary.signs();
            cases.add(aCase(round == 0 ? "scale" : "fine-scale", round, scales(signs, 1), scales(signs, -1)));
        }
        cases.add(aCase("directions", last, series(along, Canary.LARGE, 1), series(across, Canary.LARGE, 1)));
        cases.add(aCase("lags", last, series(along, Canary.LARGE, 1), series(along, Canary.LARGE, -1)));
        return cases;
    }

    private List<double[]> scales(double[] signs, int side) {
        double[] cells = new double[signs.length];
        Arrays.setAll(cells, j -> signs[j] * side > 0 ? Canary.LARGE : Canary.SMALL);
        return series(cells, 1, 1);
    }

    /** The rows of a series; columns of lags are not read. */
    private List<double[]> series(double[] direction, double from, int sign) {
        List<double[]> rows = new ArrayList<>();
        double size = from;
        for (int t = 0; t < STEPS; t++, size *= sign) {
            double[] row = new double[(options.lags() + 1) * direction.length];
            for (int j = 0; j < direction.length; j++) {
                row[j] = size * direction[j] * units[j];
            }
            rows.add(row);
        }
        return rows;
    }

    private AuditCase aCase(String name, int round, List<double[]> one, List<double[]> other) {
        AuditedRows rows = AuditedRows.users(Math.toIntExact(options.options().rows()));
        UserSeriesDesign scaled = options.rounds() == 1 ? options : ofRound(round);
        ParameterLayout layout = scaled.layout();
        double[] values = new double[layout.size()];
        for (int j = 0; j < units.length; j++) {
            values[j * layout.sliceLength() + 1] = units[j];
        }
        Parameters announced = Parameters.takeOver(values);
        ReleaseRun run = new ReleaseRun(scaled, round, round + 1, announced, Parameters.zeros(announced.size()));
        MechanismEvent claimed = run.claimed();
        double[][] zeros = new double[1][one.get(0).length];
        DataView left = rows.open(one, zeros, claimed);
        DataView right = rows.open(other, zeros, claimed);
        return LearnedStatistic.aCase(name, claimed, delta, () -> run.published(left), () -> run.published(right));
    }

    /** The design with the budget that gives a round μ = 2; its shares stay as they are. */
    private UserSeriesDesign ofRound(int round) {
        ReleaseOptions own = options.options();
        return new UserSeriesDesign(
                own.withMu(ReleaseRun.ROUND_MU
                        / Math.sqrt(options.steps().get(round).share())),
                options.lags(),
                options.radius(),
                options.findsScales(),
                options.length());
    }
}
