// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerTerms;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.samples.ledger.LedgerFolder.DamagedLedger;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The output of {@code ledger show}: the spending of ledgers, with those that are damaged. */
public record LedgerTable(List<LedgerSummary> ledgers, List<DamagedLedger> damaged) implements Result {
    public LedgerTable {
        ledgers = List.copyOf(ledgers);
        damaged = List.copyOf(damaged);
    }

    public static LedgerTable of(LedgerFolder folder) {
        return new LedgerTable(folder.sound().stream().map(LedgerSummary::of).toList(), folder.damaged());
    }

    @Override
    public void describe(PrintWriter out) {
        ledgers.forEach(ledger -> {
            ledger.describe(out);
            out.println();
        });
        damaged.forEach(damage -> out.println("DAMAGED " + damage.problem()));
    }

    @Override
    public ExitCode exitCode() {
        return damaged.isEmpty() ? ExitCode.OK : ExitCode.REFUSED;
    }

    /**
     * The spent and the remaining budget of a ledger, for people and programs.
     *
     * @param unit the unit of privacy
     * @param adjacency the neighbouring relation
     * @param accounting how events add up
     * @param spent of the total, rounded up
     * @param left of the total, rounded down; a Rényi divergence instead of ε in mode rdp-filter
     * @param epsilonByAccountant Σε of all charges
     * @param mechanisms calls by kind
     * @param studies in the order of their first record
     * @param head hash of the last record
     */
    public record LedgerSummary(
            String directory,
            String dataset,
            String unit,
            String adjacency,
            String accounting,
            Amount budget,
            Amount spent,
            Amount left,
            Map<String, Double> epsilonByAccountant,
            Map<String, Long> mechanisms,
            List<SpentReport.StudySpending> studies,
            long records,
            long incompleteBytes,
            String head) {

        private static final int DIGITS = 5;

        public record Amount(double epsilon, double delta) {}

        public static LedgerSummary of(LedgerFolder.Sound ledger) {
            SpentReport spent = ledger.history().spent();
            LedgerTerms terms = spent.terms();
            PrivacyBudget budget = terms.budget();
            return new LedgerSummary(
                    ledger.directory(),
                    terms.dataset().value(),
                    terms.unit() instanceof PrivacyUnit.UserUnit user ? "person by " + user.keyColumn() : "record",
                    Words.dashed(terms.adjacency()),
                    terms.mode() instanceof AccountingMode.RdpFilter filter
                            ? "rdp-filter of order " + filter.order()
                            : "fixed-plan",
                    new Amount(budget.epsilon(), budget.delta()),
                    new Amount(spent.spentEpsilon(), spent.spentDelta()),
                    new Amount(spent.leftEpsilon(), spent.leftDelta()),
                    spent.epsilonByAccountant(),
                    spent.mechanisms(),
                    spent.studies(),
                    spent.records(),
                    ledger.history().incompleteBytes(),
                    spent.head());
        }

        void describe(PrintWriter out) {
            boolean filter = accounting.startsWith("rdp");
            out.println(dataset + "  (" + directory + ")");
            out.println("  promise      epsilon " + up(budget.epsilon()) + ", delta " + up(budget.delta()) + " per "
                    + unit + ", " + adjacency + ", " + accounting);
            out.println("  spent        epsilon " + up(spent.epsilon()) + ", delta " + up(spent.delta()));
            out.println(
                    filter
                            ? "  left         Renyi divergence " + down(left.epsilon())
                            : "  left         epsilon " + down(left.epsilon()) + ", delta " + down(left.delta()));
            if (!epsilonByAccountant.isEmpty()) {
                out.println("  by accountant  " + list(epsilonByAccountant, LedgerSummary::up));
            }
            if (!mechanisms.isEmpty()) {
                out.println("  calls        " + list(mechanisms, String::valueOf));
            }
            if (!studies.isEmpty()) {
                int width =
                        studies.stream().mapToInt(s -> s.study().length()).max().orElse(0);
                width = Math.max(width, "study".length());
                String row = "  %-" + width + "s  %12s  %12s  %15s  %12s%n";
                out.printf(row, "study", filter ? "divergence" : "epsilon", "delta", "rounds", "reservations");
                for (SpentReport.StudySpending study : studies) {
                    String rounds = study.copies() == 0
                            ? "-"
                            : study.drawnRounds() + " of " + (long) study.copies() * study.plannedRounds();
                    out.printf(row, study.study(), up(study.amount()), up(study.delta()), rounds, study.reservations());
                }
            }
            if (incompleteBytes > 0) {
                out.println("  " + Words.count(incompleteBytes, "byte")
                        + " of an incomplete record at the end: being written, or cut short"
                        + " by a crash; the next opening cuts them");
            }
            out.println("  " + Words.count(records, "record") + ", head " + head);
        }

        private static <T> String list(Map<String, T> values, Function<T, String> text) {
            return values.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + text.apply(entry.getValue()))
                    .collect(Collectors.joining(", "));
        }

        private static String up(double value) {
            return rounded(value, RoundingMode.CEILING);
        }

        private static String down(double value) {
            return rounded(value, RoundingMode.FLOOR);
        }

        /** The shortest decimal of the double, so that 1e-8 is not shown as a little more. */
        private static String rounded(double value, RoundingMode mode) {
            BigDecimal shown = BigDecimal.valueOf(value).round(new MathContext(DIGITS, mode));
            String plain =
                    shown.signum() == 0 ? "0" : shown.stripTrailingZeros().toPlainString();
            return plain.length() <= DIGITS + 3 ? plain : String.valueOf(shown.doubleValue());
        }
    }
}
