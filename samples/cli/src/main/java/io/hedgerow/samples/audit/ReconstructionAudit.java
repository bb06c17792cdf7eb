// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.CoordinatorView;
import io.hedgerow.dp.internal.audit.CovarianceReconstruction;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Attacks recorded uploads of the first site: its second moments from one upload, and one record from the uploads of
 * two runs that differ in that record only.
 *
 * <p>With S and S′ as reconstructed from either run and n rows, n·(S − S′) estimates x·xᵀ of the record x that is a row
 * of zeros in the other run. The attacker is given the best of all rounds, which cannot be chosen without the truth.
 */
public final class ReconstructionAudit {

    private final VariableSchema schema;
    private final List<double[][]> rows;
    private final int rounds;
    private final PrivacyBudget budget;

    /**
     * Creates an audit of a matrix for each site; the first record of the first one is to be recovered, and not all
     * zero.
     */
    public ReconstructionAudit(VariableSchema schema, List<double[][]> rows, int rounds, PrivacyBudget budget) {
        this.schema = schema;
        this.rows = List.copyOf(rows);
        if (Arrays.stream(rows.get(0)[0]).allMatch(cell -> cell == 0)) {
            throw new DataException(
                    "the first record of the first site must not be all zero: it is the one to recover");
        }
        this.rounds = rounds;
        this.budget = budget;
    }

    /** Runs the algorithm on both data sets and attacks. */
    public ReconstructionResult.Row attack(AttackTarget algorithm) throws InterruptedException {
        RecordedStudy study = new RecordedStudy(algorithm, schema, rounds, budget);
        List<CoordinatorView.Upload> uploads = study.run(rows).uploads(RecordedStudy.site(0));
        List<CoordinatorView.Upload> without = study.run(neighbour()).uploads(RecordedStudy.site(0));
        int d = schema.size();
        double moments = CovarianceReconstruction.bestRelativeError(d, uploads, secondMoment(rows.get(0)));
        double record = Double.POSITIVE_INFINITY;
        for (int t = 0; t < Math.min(uploads.size(), without.size()); t++) {
            record = Math.min(record, recordError(uploads.get(t), without.get(t)));
        }
        return new ReconstructionResult.Row(
                Words.dashed(algorithm), algorithm.noisy().isPresent() ? budget.epsilon() : 0, moments, record);
    }

    private double recordError(CoordinatorView.Upload with, CoordinatorView.Upload without) {
        int d = schema.size();
        double[] s = CovarianceReconstruction.attack(d, with);
        double[] other = CovarianceReconstruction.attack(d, without);
        double n = rows.get(0).length;
        double[] x = rows.get(0)[0];
        double difference = 0;
        double norm = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double truth = x[i] * x[j];
                double estimate = n * (s[i * d + j] - other[i * d + j]);
                difference += (estimate - truth) * (estimate - truth);
                norm += truth * truth;
            }
        }
        return Math.sqrt(difference / norm);
    }

    private List<double[][]> neighbour() {
        List<double[][]> changed = new ArrayList<>(rows);
        double[][] first = rows.get(0).clone();
        first[0] = new double[schema.size()];
        changed.set(0, first);
        return changed;
    }

    private static double[] secondMoment(double[][] rows) {
        StatisticsAccumulator sums = new StatisticsAccumulator(rows[0].length);
        Arrays.stream(rows).forEach(sums::add);
        return sums.finish().secondMoment(Centring.NONE);
    }

    public static final class ReconstructionResult implements Result {

        private final List<Row> rows;

        /**
         * The result of attacking one algorithm.
         *
         * @param epsilon ε of the whole run; 0 when there was no protection
         * @param secondMomentError smallest relative error of the first site's second moments over all rounds; 0 is
         *     full reconstruction, 1 the error of guessing zeros
         * @param recordError the same for one record's products, from the uploads of two neighbouring runs
         */
        public record Row(String algorithm, double epsilon, double secondMomentError, double recordError) {}

        private record Document(List<Row> attacks) {}

        public ReconstructionResult(List<Row> rows) {
            this.rows = List.copyOf(rows);
        }

        @Override
        public Object json() {
            return new Document(rows);
        }

        @Override
        public void describe(PrintWriter out) {
            List<List<String>> cells = rows.stream()
                    .map(row -> List.of(
                            row.algorithm(),
                            row.epsilon() == 0 ? "none" : String.format(Locale.ROOT, "%.3g", row.epsilon()),
                            String.format(Locale.ROOT, "%.2g", row.secondMomentError()),
                            String.format(Locale.ROOT, "%.2g", row.recordError())))
                    .toList();
            out.print(new Table(1, List.of("algorithm", "ε", "second moments", "one record"), cells).markdown());
            out.println();
            out.println("Smallest relative error of all rounds, of the first site; 0 is full reconstruction, 1 what "
                    + "guessing zeros"
                    + " achieves.");
            out.println("Noisy second moments are what the private closed form releases on purpose; the noise hides the"
                    + " record, not the population.");
            out.println(
                    "An attack sees protection that is missing. Noise that is half of what is paid for doubles nothing"
                            + " here: audit epsilon and");
            out.println("audit neighbours look for that, and say from which factor on they see it.");
        }
    }

    /** What {@code audit reconstruct} can attack. */
    public enum AttackTarget {
        /** The closed form without protection: the attack succeeds. */
        FED_BNSL(FederatedMethod.FED_BNSL),
        /** The closed form with masks, of at least three sites: the attack on a single upload fails. */
        FED_BNSL_MASKED(FederatedMethod.FED_BNSL),
        FED_SPARSE(FederatedMethod.FED_SPARSE),
        /** Private greedy steps. */
        DP_FED_SPARSE(FederatedMethod.FED_SPARSE, "dp-fed-sparse"),
        /** The closed form on a noisy matrix, which the attack recovers: it is what the site released. */
        DP_FED_BNSL(FederatedMethod.FED_BNSL, "dp-fed-bnsl");

        private final FederatedMethod rounds;
        private final Optional<String> noisy;

        AttackTarget(FederatedMethod rounds) {
            this.rounds = rounds;
            this.noisy = Optional.empty();
        }

        AttackTarget(FederatedMethod rounds, String noisy) {
            this.rounds = rounds;
            this.noisy = Optional.of(noisy);
        }

        FederatedMethod rounds() {
            return rounds;
        }

        Optional<String> noisy() {
            return noisy;
        }

        boolean masked() {
            return this == FED_BNSL_MASKED;
        }

        /** The least number of sites: 3 with masks, since a sum over two is each other's upload, 1 without. */
        public int fewestSites() {
            return masked() ? 3 : 1;
        }
    }
}
