// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Predicts numbers and levels by a network of both, and adds up errors. */
final class MixedPredictor extends RowPredictor {

    private final MixedModel model;
    private final List<Target> targets = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Predicts all of which the columns have what is needed; the notes name the others. */
    MixedPredictor(MixedModel model, From from, int[] columns, int[] sources) {
        super(model.schema(), from, columns, sources);
        this.model = model;
        for (int j = 0; j < model.schema().size(); j++) {
            int one = j;
            if (from != From.GIVEN || IntStream.of(sources).noneMatch(i -> i == one)) {
                consider(new Target(j, from));
            }
        }
    }

    private void consider(Target target) {
        String name = schema().names().get(target.j);
        List<String> missing = IntStream.of(target.sources)
                .filter(i -> Arrays.binarySearch(places(), i) < 0)
                .mapToObj(schema().names()::get)
                .toList();
        if (!missing.isEmpty()) {
            notes.add(name + " was not predicted: the rows have no column " + String.join(", ", missing));
            return;
        }
        targets.add(target);
        List<String> numbers = model.averagedOver(target.j);
        if (!numbers.isEmpty()) {
            notes.add(name + " was predicted without " + String.join(", ", numbers)
                    + (from() == From.GIVEN ? " as its cause" : "")
                    + ": its table is a mean over " + (numbers.size() == 1 ? "this number" : "these numbers"));
        }
    }

    @Override
    int[] targets() {
        return targets.stream().mapToInt(target -> target.j).toArray();
    }

    @Override
    List<Expected> accept(double[] row) {
        Optional<double[][]> given = from() == From.GIVEN ? Optional.of(model.given(only(row))) : Optional.empty();
        return targets.stream().map(target -> target.accept(row, given)).toList();
    }

    /** A row without what is not given. */
    private double[] only(double[] row) {
        double[] known = new double[row.length];
        Arrays.fill(known, Double.NaN);
        IntStream.of(sources()).forEach(i -> known[i] = row[i]);
        return known;
    }

    @Override
    public List<PredictionQuality> qualities() {
        return targets.stream().map(Target::quality).toList();
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** One variable, with sums over rows. */
    private final class Target {
        private final int j;
        private final boolean parents;
        private final int[] sources;
        private final long[] seen;
        private long compared;
        private long right;
        private double loss;
        private double squares;
        private double mean;
        private double spread;

        Target(int j, From from) {
            this.j = j;
            this.parents = from == From.PARENTS;
            this.sources = from == From.GIVEN ? new int[0] : parents ? model.parents(j) : model.blanket(j);
            this.seen = new long[model.schema().levels(j).size()];
        }

        private double[] values(double[] row) {
            if (model.isCategory(j)) {
                return parents ? model.levelsFromParents(j, row) : model.levelsFromOthers(j, row);
            }
            return parents
                    ? new double[] {model.fromParents(j, row), Math.sqrt(model.noiseVariance(j))}
                    : model.fromOthers(j, row);
        }

        /**
         * Predicts the variable in a row; unknown where a cell that is needed is missing.
         *
         * @param given what given cells say of all variables; empty where the row's own do
         */
        Expected accept(double[] row, Optional<double[][]> given) {
            if (IntStream.of(sources).anyMatch(i -> Double.isNaN(row[i]))) {
                return expected(j);
            }
            Expected expected = expected(j, given.isPresent() ? given.get()[j] : values(row));
            if (!Double.isNaN(row[j])) {
                compare(row[j], expected);
            }
            return expected;
        }

        private void compare(double cell, Expected expected) {
            compared++;
            if (model.isCategory(j)) {
                int level = (int) cell;
                seen[level]++;
                right += level == expected.place() ? 1 : 0;
                loss -= Math.log(expected.value(level));
            } else {
                double error = cell - expected.value(0);
                squares += error * error;
                double step = cell - mean;
                mean += step / compared;
                spread += step * (cell - mean);
            }
        }

        PredictionQuality quality() {
            String name = model.schema().names().get(j);
            if (model.isCategory(j)) {
                return PredictionQuality.OfCategory.of(name, seen, right, loss);
            }
            return new PredictionQuality.OfNumber(
                    name,
                    compared,
                    compared == 0 ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squares / compared)),
                    spread > 0 ? OptionalDouble.of(1 - squares / spread) : OptionalDouble.empty(),
                    parents ? OptionalDouble.of(Math.sqrt(model.noiseVariance(j))) : OptionalDouble.empty());
        }
    }
}
