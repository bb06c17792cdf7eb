// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The table of simulations of private methods, which {@code docs/results.md} shows: {@code hedgerow experiment private}
 * with default settings, replace-one adjacency and one row for each user.
 *
 * @param variables d
 * @param rows n of every site
 * @param sites P
 * @param epsilon of the run; δ = 1/n²
 * @param runs number of runs
 * @param shd mean structural Hamming distance
 * @param density edges per variable of the simulated graphs
 * @param condition of the noise variances and units, or the mechanism: {@value #EQUAL}, or as in {@code experiment}
 * @param classDistance mean number of pairs that the equivalence classes join differently; empty where not measured
 */
public record SimulatedRuns(
        String method,
        int variables,
        long rows,
        int sites,
        double epsilon,
        int runs,
        double shd,
        double density,
        String condition,
        OptionalDouble classDistance) {

    /** The condition in which noise variances are 1, in the units of the columns. */
    public static final String EQUAL = "equal";

    /** Equal noise variances, and means away from 0. */
    static final String OFFSETS = "offsets";

    /** Every effect is a sum of curves of its causes; other mechanisms are named as by {@code --mechanism}. */
    public static final String ADDITIVE = "gp-add";

    private static final String TABLE = "expected-error.csv";

    static List<SimulatedRuns> of(String method) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(SimulatedRuns.class.getResourceAsStream(TABLE), TABLE),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .skip(1)
                    .map(line -> parsed(line.split(",", -1)))
                    .filter(run -> run.method().equals(method))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SimulatedRuns parsed(String[] cells) {
        return new SimulatedRuns(
                cells[0],
                Integer.parseInt(cells[1]),
                Long.parseLong(cells[2]),
                Integer.parseInt(cells[3]),
                Double.parseDouble(cells[4]),
                Integer.parseInt(cells[5]),
                Double.parseDouble(cells[6]),
                Double.parseDouble(cells[7]),
                cells[8],
                cells[9].isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(cells[9])));
    }

    /** Whether a method learns from series, of which every user has one. */
    static boolean ofSeries(String method) {
        return method.equals(UserSeriesDesign.NAME);
    }

    /** Whether the line is of the grid of sizes and budgets of a condition, with d edges. */
    boolean ofTheGrid(String wanted) {
        return density == 1 && condition.equals(wanted);
    }

    /** s = 1/(n·μ·√P). */
    double noise() {
        return ExpectedError.noise((double) rows, sites, new PrivacyBudget(epsilon, 1.0 / ((double) rows * rows)));
    }

    /** The shape of the study, for people. */
    String shape() {
        return Words.count(sites, "site") + " of " + Words.count(rows, ofSeries(method) ? "person" : "row");
    }
}
