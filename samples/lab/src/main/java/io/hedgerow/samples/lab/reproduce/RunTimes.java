// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import io.hedgerow.samples.lab.reproduce.item.PlannedRun;
import io.hedgerow.samples.lab.reproduce.run.CombinedNetworks;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Seconds that runs take, one after the other, from those of the same item that were measured: the mean at the same
 * point; else the slowest point of the same method, or of all methods. Combinations of the same networks count once.
 */
final class RunTimes {

    private final Map<String, Double> means = new HashMap<>();
    private final Map<String, Double> slowest = new HashMap<>();

    private RunTimes() {}

    /** Reads the seconds of runs that did not fail. */
    static RunTimes of(Collection<RunLine> measured) {
        Map<String, double[]> sums = new HashMap<>();
        for (RunLine line : measured) {
            if (!line.figures().isEmpty()) {
                double[] sum = sums.computeIfAbsent(key(line.series(), line.at()), key -> new double[2]);
                sum[0] += line.seconds();
                sum[1]++;
            }
        }
        RunTimes times = new RunTimes();
        for (RunLine line : measured) {
            double[] sum = sums.get(key(line.series(), line.at()));
            if (sum != null) {
                times.means.put(key(line.series(), line.at()), sum[0] / sum[1]);
                times.slowest.merge(line.series(), sum[0] / sum[1], Math::max);
            }
        }
        return times;
    }

    /** Whether every run has a measured one of its method at its point. */
    boolean areMeasured(List<PlannedRun> runs) {
        return runs.stream().allMatch(run -> means.containsKey(key(run)));
    }

    /** The seconds of these runs; empty when nothing was measured. */
    OptionalDouble total(Collection<PlannedRun> runs) {
        if (means.isEmpty()) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        Map<String, Double> combined = new HashMap<>();
        for (PlannedRun run : runs) {
            double seconds = expected(run);
            if (CombinedNetworks.areMeant(run.settings())) {
                combined.merge(run.shared(), seconds, Math::max);
            } else {
                sum += seconds;
            }
        }
        return OptionalDouble.of(sum
                + combined.values().stream().mapToDouble(Double::doubleValue).sum());
    }

    private double expected(PlannedRun run) {
        Double mean = means.get(key(run));
        if (mean == null) {
            mean = slowest.get(run.series());
        }
        return mean != null
                ? mean
                : slowest.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElseThrow();
    }

    private static String key(PlannedRun run) {
        return key(run.series(), run.points().get(0));
    }

    private static String key(String series, String at) {
        return series + "," + at;
    }
}
