// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.LearnedStatistic;
import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Audits releases of numbers beside categories, round by round, of rows in which cells may be missing and about means
 * that are released: the canary has another level than its neighbour, and numbers that are as far as each round tells.
 * Every run is a study of its own with a new solver. Stateless; each case is for one thread.
 */
final class MixedCases {

    /** The numbers, before the category. */
    static final int NUMBERS = 2;

    private static final VariableSchema SCHEMA =
            VariableSchema.numbered(NUMBERS + 1).with(Map.of("x3", VariableKind.categorical("a", "b")));

    private final AuditedRows rows;
    private final Canary canary;
    private final double delta;
    private final double[] units;

    private MixedCases(ReleaseOptions options, long seed, double delta) {
        this.rows = AuditedRows.of(options.adjacency(), options.byUser(), Math.toIntExact(options.rows()));
        this.canary = new Canary(NUMBERS, seed);
        this.delta = delta;
        this.units = canary.units();
    }

    static MixedDesign design(ReleaseOptions options) {
        return new MixedDesign(options, new MixedColumns(SCHEMA, true));
    }

    /**
     * The rounds of {@link MixedDesign}, a case each at μ = 2. At most a thousand units or so, all read in each run.
     */
    static List<AuditCase> of(ReleaseOptions options, long seed, double delta) {
        MixedCases cases = new MixedCases(options, seed, delta);
        List<AuditCase> all = new ArrayList<>();
        List<MechanismEvent> plan = ReleaseRun.plan(design(options));
        for (int round = 0; round < plan.size(); round++) {
            all.add(cases.aCase(options.withMu(options.mu() * ReleaseRun.scale(plan.get(round))), round));
        }
        return all;
    }

    /** Centre and units, as a site released the one and a coordinator announces the others. */
    static Parameters announced(MixedDesign design, double[] centre, double[] units) {
        ParameterLayout layout = design.layout();
        double[] announced = new double[layout.size()];
        for (int x = 0; x < NUMBERS; x++) {
            announced[x * layout.sliceLength()] = centre[x];
            announced[x * layout.sliceLength() + 1] = units[x];
        }
        return Parameters.takeOver(announced);
    }

    private AuditCase aCase(ReleaseOptions scaled, int round) {
        MixedDesign design = design(scaled);
        double[] one = canary.direction();
        double[] centre = at(new double[NUMBERS], one, distance(design.kind(round)));
        Parameters both = announced(design, centre, units);
        ReleaseRun run = new ReleaseRun(design, round, round + 1, both, both);
        double[][] numbers =
                switch (design.kind(round)) {
                    case SCALE, FINE_SCALE ->
                        new double[][] {at(centre, one, Canary.LARGE), at(centre, one, Canary.SMALL)};
                    case ROUGH_MEAN -> {
                        double[] origin = new double[NUMBERS];
                        yield new double[][] {at(origin, one, Canary.LARGE), at(origin, one, -Canary.LARGE)};
                    }
                    case MEAN -> new double[][] {at(centre, one, Canary.LARGE), at(centre, one, -Canary.LARGE)};
                    default -> new double[][] {at(centre, one, Canary.LARGE), at(centre, beyond(one), Canary.LARGE)};
                };
        DataView left = rows.open(row(numbers[0], 1), run.claimed());
        DataView right = rows.neighbour().open(rows.opposite(row(numbers[1], 0)), run.claimed());
        return LearnedStatistic.aCase(
                design.kind(round).name().toLowerCase(Locale.ROOT).replace('_', '-') + " of round " + (round + 1),
                run.claimed(),
                delta,
                () -> run.published(left),
                () -> run.published(right));
    }

    /** How far the centre is from a row of zeros, so that such a row is as far from a canary as another may be. */
    private static double distance(Kind kind) {
        return switch (kind) {
            case SCALE, FINE_SCALE -> Canary.SMALL;
            case MEAN -> Canary.LARGE;
            default -> 1;
        };
    }

    private double[] at(double[] about, double[] direction, double length) {
        return Canary.at(about, units, direction, length);
    }

    /**
     * A direction whose cosine with another is −N / B²: it makes up for what rows have in common that are both seen.
     */
    private double[] beyond(double[] direction) {
        double[] beside = canary.besides(direction);
        double[] beyond = new double[NUMBERS];
        double radius = new MixedColumns(SCHEMA, true).radiusOfNumbers();
        double cosine = -NUMBERS / (radius * radius);
        Arrays.setAll(beyond, x -> cosine * direction[x] + Math.sqrt(1 - cosine * cosine) * beside[x]);
        return beyond;
    }

    private static double[] row(double[] numbers, int level) {
        double[] row = Arrays.copyOf(numbers, NUMBERS + 1);
        row[NUMBERS] = level;
        return row;
    }
}
