// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.table.DiscreteNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The expectation of every variable under an intervention, beside its expectation without one. It follows from the
 * network alone, and is as private as that.
 *
 * @param set what is set, as it was written, by the names of variables
 * @param changes of all that are not set and of which the network says something, causes first: one of a number, one
 *     for each level of a category
 * @param drawnRows the rows of which these are means, within .01 deviations of the network's; empty where they are
 *     exact
 * @param notes what it assumes, and of what it says nothing, in sentences
 */
public record InterventionOutcome(
        Map<String, String> set, List<Change> changes, OptionalLong drawnRows, List<String> notes) {

    private static final long DRAWN = 100_000;

    private static final long SEED = 1;

    public InterventionOutcome {
        set = Collections.unmodifiableMap(new LinkedHashMap<>(set));
        changes = List.copyOf(changes);
        notes = List.copyOf(notes);
    }

    /**
     * The change of the mean of a number, or of the probability of a level.
     *
     * @param variable its name
     * @param level of a category; empty of a number
     * @param before where none is set
     * @param after where these are
     * @param deviation of a number, in its unit, where these are set; empty of levels
     * @param follows whether it follows from what is set; if not it stays as it was
     */
    public record Change(
            String variable,
            Optional<String> level,
            double before,
            double after,
            OptionalDouble deviation,
            boolean follows) {}

    /** Means of a number and its deviation, or probabilities of levels, by variable. */
    private static final class Moments {
        private final double[][] means;
        private final double[] deviations;

        Moments(double[][] means, double[] deviations) {
            this.means = means;
            this.deviations = deviations;
        }
    }

    static InterventionOutcome of(FittedNetwork network, Intervention set) {
        Moments before = moments(network, Intervention.of(network.schema(), Map.of()));
        Moments after = moments(network, set);
        BitSet follows = network.reach().following(set);
        BitSet unsaid = network.reach().unsaid(set);
        List<Change> changes = new ArrayList<>();
        List<String> notes = new ArrayList<>(network.assumptions(set.texts()));
        for (int j : network.order()) {
            if (unsaid.get(j)) {
                notes.add("nothing is said of " + network.schema().names().get(j)
                        + ": a category on the way is no function of a number here, but a mean over it");
            } else if (!set.sets(j)) {
                changes.addAll(changes(network, j, before, follows.get(j) ? after : before, follows.get(j)));
            }
        }
        return new InterventionOutcome(
                set.texts(),
                changes,
                network.mixed().isPresent() ? OptionalLong.of(DRAWN) : OptionalLong.empty(),
                notes);
    }

    private static List<Change> changes(FittedNetwork network, int j, Moments before, Moments after, boolean follows) {
        String name = network.schema().names().get(j);
        List<String> levels = network.schema().levels(j);
        List<Change> changes = new ArrayList<>();
        for (int l = 0; l < Math.max(1, levels.size()); l++) {
            changes.add(new Change(
                    name,
                    levels.isEmpty() ? Optional.empty() : Optional.of(levels.get(l)),
                    before.means[j][l],
                    after.means[j][l],
                    levels.isEmpty() ? OptionalDouble.of(after.deviations[j]) : OptionalDouble.empty(),
                    follows));
        }
        return changes;
    }

    private static Moments moments(FittedNetwork network, Intervention set) {
        if (network.mixed().isPresent()) {
            return ofRows(network, set);
        }
        int d = network.schema().size();
        double[][] means = new double[d][];
        double[] deviations = new double[d];
        if (network.tables().isPresent()) {
            DiscreteNetwork changed = set.in(network.tables().get());
            double[] nothing = new double[d];
            Arrays.fill(nothing, Double.NaN);
            Arrays.setAll(means, j -> changed.posterior(new int[] {j}, nothing));
        } else {
            LinearNetwork changed = network.linear().orElseThrow().setting(set.values());
            double[] expected = changed.means();
            double[][] covariance = changed.covariance();
            Arrays.setAll(means, j -> new double[] {expected[j]});
            Arrays.setAll(deviations, j -> Math.sqrt(covariance[j][j]));
        }
        return new Moments(means, deviations);
    }

    private static Moments ofRows(FittedNetwork network, Intervention set) {
        int d = network.schema().size();
        double[][] sums = new double[d][];
        double[] squares = new double[d];
        Arrays.setAll(
                sums, j -> new double[Math.max(1, network.schema().levels(j).size())]);
        double[] first = new double[d]; // about the first row, so that squares of far means lose no digits
        boolean[] begun = new boolean[1];
        new FittedRows(network, set, DRAWN, SEED).forEachRow(row -> {
            if (!begun[0]) {
                System.arraycopy(row, 0, first, 0, d);
                begun[0] = true;
            }
            for (int j = 0; j < d; j++) {
                if (network.schema().levels(j).isEmpty()) {
                    double from = row[j] - first[j];
                    sums[j][0] += from / DRAWN;
                    squares[j] += from * from / DRAWN;
                } else {
                    sums[j][(int) row[j]] += 1.0 / DRAWN;
                }
            }
        });
        double[] deviations = new double[d];
        for (int j = 0; j < d; j++) {
            if (network.schema().levels(j).isEmpty()) {
                deviations[j] = Math.sqrt(Math.max(0, squares[j] - sums[j][0] * sums[j][0]));
                sums[j][0] += first[j];
            }
        }
        return new Moments(sums, deviations);
    }
}
