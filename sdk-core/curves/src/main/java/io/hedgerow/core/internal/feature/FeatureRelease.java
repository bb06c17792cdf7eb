// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureSums;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.feature.search.PairChoice;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import java.util.List;

/**
 * A site that releases sums in at most four rounds: its moments, histograms of its variables, moments of the columns of
 * a {@link FeatureMap}, and those of the pairs that the coordinator asks for. It keeps only its releases between
 * rounds, so a restarted site answers as before. From as many products as rows single rows can be computed, so a site
 * whose sums are seen answers only with more rows than columns; and under masks there must be more rows of all sites
 * than columns. <b>Not private.</b> Sums are exact; use a protector that reveals only totals.
 */
public final class FeatureRelease implements LocalSolver {

    public static final String CONTENTS =
            SiteSums.CONTENTS + ", histograms, second moments of curves of variables and of products of two";

    /** The visibility of a site's sums. */
    public enum Seen {
        /** Only this process, which has all rows, sees them. */
        IN_ONE_PROCESS,
        /** The coordinator sees the sums of each site. */
        EACH,
        /** With masks only sums over all sites are seen. */
        TOTAL
    }

    /** Enough for 100 variables with pairs. */
    private static final int MOST_COLUMNS = 2600;

    /** The rows for each column where not all pairs can be asked for. */
    private static final int ROWS_OF_COLUMN = 2;

    private final FeatureLayout layout;
    private final Seen seen;
    /** The round of the last plan, whose sentence the site knows; −1 before the first. */
    private int planned = -1;

    public FeatureRelease(int variables, boolean pairs, Seen seen) {
        this.layout = layout(variables, pairs);
        this.seen = seen;
    }

    /** The most times that sites are asked: for moments, histograms, columns and columns of pairs. */
    public static int rounds(boolean pairs) {
        return pairs ? 4 : 3;
    }

    /** The sums of moments, by {@link SiteSums#layout}, in the sum of the sites' first release. */
    public static Parameters moments(int variables, boolean pairs, Parameters sent) {
        return layout(variables, pairs).moments(sent);
    }

    static FeatureLayout layout(int variables, boolean pairs) {
        return new FeatureLayout(variables, FeatureMap.USUAL_WIDTH, pairs ? PairChoice.most(variables) : 0);
    }

    /**
     * The number of pairs to ask for: all in one process, or where there are more rows than columns; else so many that
     * there are at least {@value #ROWS_OF_COLUMN} rows for each column, for fewer rows reveal more of each.
     * {@code told} are the rows of a sum, if all sites have equally many.
     */
    static int asked(Seen seen, int variables, int wanted, long told) {
        long singles = (long) variables * FeatureMap.USUAL_WIDTH;
        if (seen == Seen.IN_ONE_PROCESS || told > singles + (long) wanted * FeatureMap.OF_PAIR) {
            return wanted;
        }
        return (int) Math.max(0, (told / ROWS_OF_COLUMN - singles) / FeatureMap.OF_PAIR);
    }

    /** Refuses more columns of a method than were tested; d counts those of earlier steps. */
    public static void requireTried(String method, int variables, boolean pairs) {
        FeatureLayout layout = layout(variables, pairs);
        int columns = layout.variables() * layout.width() + layout.mostPairs() * FeatureMap.OF_PAIR;
        if (columns > MOST_COLUMNS) {
            throw new IllegalArgumentException(method + " would make " + columns + " columns of " + variables
                    + " variables, lags counted, at most " + MOST_COLUMNS + " were tried: name fewer variables"
                    + (pairs ? ", or set no-pairs" : ""));
        }
    }

    public static List<Integer> parts(int variables, boolean pairs) {
        return layout(variables, pairs).parts();
    }

    public static Study study(String name, VariableSchema schema, boolean pairs, int sites, RoundPolicy policy) {
        return MomentRelease.study(name, schema, layout(schema.size(), pairs).layout(), rounds(pairs), sites, policy);
    }

    @Override
    public String id() {
        return "features";
    }

    @Override
    public MechanismEvent plan(Task task) {
        planned = task.round();
        return new MechanismEvent.NonPrivate(
                switch (task.round()) {
                    case 0 -> "exact " + SiteSums.CONTENTS;
                    case 1 -> "exact histograms";
                    case 2 -> "exact second moments of curves of variables";
                    default -> "exact second moments of products of two variables";
                });
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (!view.hasRows()) {
            throw new DataException("a site that is asked for curves must have rows, has moments only");
        }
        Parameters told = problem.consensus();
        int round = layout.round(told);
        if (planned >= 0 && round != planned) {
            throw new ProtocolException(
                    "round " + planned + " must ask for what was planned for it, asked for that of " + round);
        }
        Parameters computed =
                switch (round) {
                    case 0 -> layout.ofMoments(SiteSums.of(view));
                    case 1 -> histograms(told, view);
                    case 2 -> layout.ofSingles(sums(layout.map(told), told, view));
                    default -> {
                        FeatureMap map = layout.map(told);
                        yield layout.ofPairs(sums(map, told, view), map.size());
                    }
                };
        // what was released before stays: an update has only what is new
        return new LocalSolution(layout.after(problem.previous(), round, computed), 1, true);
    }

    private Parameters histograms(Parameters told, DataView view) {
        int d = layout.variables();
        double[] centre = new double[d];
        double[] unit = new double[d];
        for (int j = 0; j < d; j++) {
            centre[j] = layout.centre(told, j);
            unit[j] = layout.unit(told, j);
        }
        double[][] counts = new double[d][Marginal.BINS];
        view.forEachRow(row -> {
            for (int j = 0; j < d; j++) {
                counts[j][Marginal.bin((row[j] - centre[j]) / unit[j])]++;
            }
        });
        return layout.ofHistograms(counts);
    }

    private FeatureSums sums(FeatureMap map, Parameters told, DataView view) {
        long own = view.statistics().rows();
        double rows = seen == Seen.TOTAL ? layout.rows(told) : own;
        if (seen != Seen.IN_ONE_PROCESS && rows <= map.size()) {
            throw new DataException("a release of " + map.size() + " columns must be of more rows, "
                    + (seen == Seen.TOTAL ? "all sites together have " : "this site has ") + (long) rows
                    + ", which it would tell one by one: "
                    + (seen == Seen.TOTAL
                            ? "ask for no pairs, for fewer variables, or for more sites"
                            : "use secure aggregation, ask for no pairs, or for fewer variables"));
        }
        FeatureSums sums = new FeatureSums(map);
        view.forEachRow(sums);
        return sums;
    }
}
