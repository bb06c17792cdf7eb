// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.RowSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Predicts numbers by conditional means given the cells that a row has, and adds up the errors. */
final class LinearPredictor extends RowPredictor {

    /** Farther apart than so many deviations, or by this factor in deviation, is another unit and no other people. */
    private static final double FAR = 10;

    /** Fewer cells have no deviation to compare. */
    private static final int FEW = 10;

    private final LinearNetwork fitted;
    private final Intervention set;
    private final int[] targets;
    private final NumberConditions conditions;
    private final List<NumberErrors> errors;

    /**
     * Predicts all that are neither sources nor set.
     *
     * @param network before variables are set
     * @throws io.hedgerow.core.data.DataException when one of the sources follows from the others without noise
     */
    LinearPredictor(LinearNetwork network, From from, int[] columns, int[] sources, Intervention set) {
        super(network.schema(), from, columns, sources);
        this.fitted = network.setting(set.values());
        this.set = set;
        this.targets = IntStream.range(0, fitted.schema().size())
                .filter(j -> !set.sets(j)
                        && (from == From.PARENTS || IntStream.of(sources).noneMatch(i -> i == j)))
                .toArray();
        if (from != From.PARENTS) {
            fitted.conditional(sources);
        }
        this.conditions = new NumberConditions(fitted);
        this.errors = IntStream.of(targets).mapToObj(j -> new NumberErrors()).toList();
    }

    @Override
    int[] targets() {
        return targets;
    }

    @Override
    List<Expected> accept(double[] row) {
        List<Expected> all = new ArrayList<>();
        for (int t = 0; t < targets.length; t++) {
            Expected expected =
                    from() == From.PARENTS ? fromParents(targets[t], row) : given(targets[t], sources(), row);
            errors.get(t).add(row[targets[t]], expected.value(0));
            all.add(expected);
        }
        return all;
    }

    /** From the parents that the row has, as their missing ones follow from these. */
    private Expected fromParents(int j, double[] row) {
        int[] parents = fitted.parents(j);
        return IntStream.of(parents).anyMatch(i -> Double.isNaN(row[i]))
                ? given(j, parents, row)
                : expected(j, fitted.fromParents(j, row), Math.sqrt(fitted.noiseVariance(j)));
    }

    private Expected given(int j, int[] places, double[] row) {
        NumberConditions.Given known = conditions.given(places, row);
        return expected(j, known.mean(j, row), known.deviation(j));
    }

    @Override
    public List<PredictionQuality> qualities() {
        return IntStream.range(0, targets.length)
                .mapToObj(t -> errors.get(t)
                        .quality(
                                schema().names().get(targets[t]),
                                from() == From.PARENTS
                                        ? OptionalDouble.of(Math.sqrt(fitted.noiseVariance(targets[t])))
                                        : OptionalDouble.empty()))
                .toList();
    }

    /** After what was set; those columns themselves are not looked at. */
    @Override
    public Optional<String> otherUnit(RowSource source) {
        List<NumberErrors> cells =
                IntStream.of(places()).mapToObj(j -> new NumberErrors()).toList();
        NetworkRows.of(source, schema(), places()).forEach(row -> {
            for (int c = 0; c < places().length; c++) {
                cells.get(c).add(row[places()[c]], 0);
            }
        });
        double[] means = fitted.means();
        double[][] covariance = fitted.covariance();
        for (int c = 0; c < places().length; c++) {
            int j = places()[c];
            if (set.sets(j) || cells.get(c).compared() < FEW) {
                continue;
            }
            double expected = Math.sqrt(covariance[j][j]);
            double found = Math.sqrt(cells.get(c).variance());
            boolean moved = Math.abs(cells.get(c).mean() - means[j]) > FAR * Math.max(expected, found);
            boolean stretched = expected > 0 && found > 0 && (found > FAR * expected || expected > FAR * found);
            if (moved || stretched) {
                return Optional.of(String.format(
                        Locale.ROOT,
                        "column %s has mean %.4g and standard deviation %.4g, and the network was learned from"
                                + " about %.4g and %.4g: its unit seems to be another one; bring it to the unit of"
                                + " the data that was learned from",
                        schema().names().get(j),
                        cells.get(c).mean(),
                        found,
                        means[j],
                        expected));
            }
        }
        return Optional.empty();
    }
}
