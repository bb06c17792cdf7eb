// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.lab.reproduce.paper.ClaimCheck;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A claim of a paper with the verdict of our runs.
 *
 * @param whole whether everything it speaks of was run
 * @param findings its comparisons, in the order of its checks
 */
public record CheckedClaim(PaperClaim claim, Verdict verdict, boolean whole, List<Finding> findings) {

    private static final int MOST_SHOWN = 6;

    public enum Verdict {
        HOLDS,
        /** The opposite was measured, by more than the noise of the seeds. */
        BREAKS,
        /** The difference is within the noise of the seeds. */
        UNDECIDED,
        NOT_RUN;

        @Override
        public String toString() {
            return Words.dashed(this).replace('-', ' ');
        }
    }

    public record Finding(Verdict verdict, String seen) {}

    public CheckedClaim {
        findings = List.copyOf(findings);
    }

    /** Checks a statement; lines may stand for others, by the name of the other, instead of the lines of the paper. */
    static CheckedClaim of(PaperClaim claim, ItemOutcome outcome, Map<String, String> instead) {
        List<Finding> all = new ArrayList<>();
        for (ClaimCheck check : claim.checks()) {
            all.addAll(new ClaimJudge(check, outcome, instead).findings());
        }
        List<Finding> run =
                all.stream().filter(one -> one.verdict != Verdict.NOT_RUN).toList();
        return new CheckedClaim(claim, worst(run), run.size() == all.size() && !all.isEmpty(), run);
    }

    /** A statement breaks when one comparison does, and is undecided when one is. */
    private static Verdict worst(List<Finding> findings) {
        return Stream.of(Verdict.BREAKS, Verdict.UNDECIDED, Verdict.HOLDS)
                .filter(verdict -> findings.stream().anyMatch(one -> one.verdict == verdict))
                .findFirst()
                .orElse(Verdict.NOT_RUN);
    }

    /** The verdict in words, with how much was compared. */
    public String said() {
        if (verdict == Verdict.NOT_RUN) {
            return claim.open().isEmpty() ? verdict.toString() : verdict + ": " + claim.open();
        }
        long like = findings.stream().filter(one -> one.verdict == verdict).count();
        return verdict
                + (findings.size() == 1 ? "" : " (" + like + " of " + findings.size() + " comparisons)")
                + (whole ? "" : ", as far as it was run");
    }

    /** The comparisons that decided, those of the verdict first. */
    public String seen() {
        List<Finding> order = Stream.concat(
                        findings.stream().filter(one -> one.verdict == verdict),
                        findings.stream().filter(one -> one.verdict != verdict))
                .toList();
        List<String> shown = new ArrayList<>();
        for (Finding one : order.subList(0, Math.min(MOST_SHOWN, order.size()))) {
            shown.add(one.seen + (one.verdict == verdict ? "" : " (" + one.verdict + ")"));
        }
        if (order.size() > MOST_SHOWN) {
            shown.add((order.size() - MOST_SHOWN) + " more");
        }
        return String.join("; ", shown);
    }
}
