// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.internal.text.Words;
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
        List<String> all = new ArrayList<>(notes);
        for (Target target : targets) {
            if (target.unknown > 0) {
                all.add(schema().names().get(target.j) + " was not predicted in " + Words.count(target.unknown, "row")
                        + ": the categories that are missing there have too many combinations of levels");
            }
        }
        return all;
    }

    /** One variable, with sums over rows. */
    private final class Target {
        private final int j;
        private final boolean parents;
        private final int[] sources;
        private final long[] seen;
        private final NumberErrors errors = new NumberErrors();
        private long right;
        private long unknown;
        private double loss;

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

        /** As if the cells that are missing followed from those that the row has: of its causes, or of all others. */
        private double[] marginal(double[] row) {
            double[] known = row.clone(); // unknown where levels that matter have too many combinations
            if (parents) {
                Arrays.fill(known, Double.NaN);
                IntStream.of(sources).forEach(i -> known[i] = row[i]);
            }
            known[j] = Double.NaN;
            return model.given(known, j).orElseGet(() -> new double[0]);
        }

        /**
         * Predicts the variable in a row.
         *
         * @param given what given cells say of all variables; empty where the row's own do
         */
        Expected accept(double[] row, Optional<double[][]> given) {
            boolean whole = IntStream.of(sources).noneMatch(i -> Double.isNaN(row[i]));
            Expected expected = expected(j, given.isPresent() ? given.get()[j] : whole ? values(row) : marginal(row));
            if (!expected.isKnown()) {
                unknown++;
            } else if (!model.isCategory(j)) {
                errors.add(row[j], expected.value(0));
            } else if (!Double.isNaN(row[j])) {
                int level = (int) row[j];
                seen[level]++;
                right += level == expected.place() ? 1 : 0;
                loss -= Math.log(expected.value(level));
            }
            return expected;
        }

        PredictionQuality quality() {
            String name = model.schema().names().get(j);
            if (model.isCategory(j)) {
                return PredictionQuality.OfCategory.of(name, seen, right, loss);
            }
            return errors.quality(
                    name, parents ? OptionalDouble.of(Math.sqrt(model.noiseVariance(j))) : OptionalDouble.empty());
        }
    }
}
