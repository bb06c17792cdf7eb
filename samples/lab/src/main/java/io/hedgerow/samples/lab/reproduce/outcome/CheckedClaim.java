// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.table.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A statement of a paper beside our runs.
 *
 * @param holds whether it holds for our means
 * @param seen the means that show it
 */
public record CheckedClaim(PaperClaim claim, boolean holds, String seen) {

    /** Checks a claim; empty where no run could decide it. */
    static Optional<CheckedClaim> of(PaperClaim claim, ItemOutcome outcome) {
        return claim.isOfBest() ? best(claim, outcome) : below(claim, outcome);
    }

    private static Optional<CheckedClaim> below(PaperClaim claim, ItemOutcome outcome) {
        List<String> seen = new ArrayList<>();
        boolean holds = true;
        for (String at : claim.at().isEmpty() ? outcome.points() : claim.at()) {
            Optional<Spread> lower = outcome.spread(claim.lower(), at, claim.measure());
            Optional<Spread> higher = outcome.spread(claim.higher(), at, claim.measure());
            if (lower.isPresent() && higher.isPresent()) {
                double one = lower.get().mean();
                double other = higher.get().mean();
                holds &= one <= other;
                seen.add(String.format(Locale.ROOT, "%s: %.3g and %.3g", at, one, other));
            }
        }
        return seen.isEmpty() ? Optional.empty() : Optional.of(new CheckedClaim(claim, holds, String.join("; ", seen)));
    }

    /**
     * Checks a claim about the best point of a grid: a point is as good as the best when its mean is within a standard
     * deviation of it.
     */
    private static Optional<CheckedClaim> best(PaperClaim claim, ItemOutcome outcome) {
        String at = claim.at().get(0);
        Optional<Spread> chosen = outcome.spread(claim.lower(), at, claim.measure());
        if (chosen.isEmpty()) {
            return Optional.empty();
        }
        String least = at;
        double mean = chosen.get().mean();
        for (String other : outcome.points()) {
            if (!outcome.item().heatmap(other).equals(outcome.item().heatmap(at))) {
                continue;
            }
            Optional<Spread> there = outcome.spread(claim.lower(), other, claim.measure());
            if (there.isPresent() && there.get().mean() < mean) {
                least = other;
                mean = there.get().mean();
            }
        }
        return Optional.of(new CheckedClaim(
                claim,
                chosen.get().mean() <= mean + chosen.get().deviation(),
                String.format(
                        Locale.ROOT,
                        "%.3g there, least %.3g at %s",
                        chosen.get().mean(),
                        mean,
                        least)));
    }
}
