// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.table.Spread;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Compares a printed number with ours. They agree when they differ by no more than two standard errors of the
 * difference and the rounding of the printed number: √(s²/n + s'²/n'), with our deviation and number of runs instead of
 * theirs where they are not printed.
 */
public record NumberComparison(PublishedFigure published, Spread ours, int runs) {

    static NumberComparison of(PublishedFigure published, List<Double> values) {
        return new NumberComparison(published, Spread.ofSome(values, Double::doubleValue), values.size());
    }

    double difference() {
        return ours.mean() - published.mean();
    }

    /** The standard deviation of single runs: the printed one, or ours. */
    private double deviation() {
        Double printed = published.deviation();
        return printed == null || printed == 0 ? ours.deviation() : printed;
    }

    /** The difference in standard deviations of single runs; absent where these do not vary. */
    @Nullable Double inDeviations() {
        return deviation() == 0 ? null : difference() / deviation();
    }

    boolean agrees() {
        int theirRuns = published.runs() == 0 ? runs : published.runs();
        Double printed = published.deviation();
        double theirs = printed == null ? ours.deviation() : printed;
        double error = Math.sqrt(ours.deviation() * ours.deviation() / runs + theirs * theirs / theirRuns);
        return Math.abs(difference())
                <= Difference.STANDARD_ERRORS * error + published.rounding() + Difference.ROUND_OFF;
    }

    /**
     * The verdict. A share or count that grows or falls with the number of edges is better only when the distance
     * beside it is not worse, and worse only when that is not better; without a printed distance it is neither.
     *
     * @param all the comparisons of the item, of which the distances of the same line and point are looked up
     */
    public String verdict(List<NumberComparison> all) {
        if (agrees()) {
            return "agrees";
        }
        String higher = difference() > 0 ? "ours is higher" : "ours is lower";
        if (published.measure().distances().isEmpty()) {
            return improvement() > 0 ? "ours is better" : improvement() < 0 ? "ours is worse" : higher;
        }
        List<NumberComparison> beside = all.stream()
                .filter(other -> other.published.series().equals(published.series())
                        && other.published.at().equals(published.at())
                        && published.measure().distances().contains(other.published.measure()))
                .toList();
        if (beside.isEmpty()) {
            return higher;
        }
        boolean opposite =
                beside.stream().anyMatch(other -> !other.agrees() && other.improvement() * improvement() < 0);
        if (opposite) {
            return higher + (improvement() > 0 ? ", its SHD worse" : ", its SHD better");
        }
        return improvement() > 0 ? "ours is better" : "ours is worse";
    }

    /** 1 where ours is better by this measure alone, -1 where it is worse. */
    private int improvement() {
        return published.measure().improves(difference())
                ? 1
                : published.measure().improves(-difference()) ? -1 : 0;
    }

    String difference(String none) {
        Double value = inDeviations();
        return value == null ? none : String.format(Locale.ROOT, "%+.1f", value);
    }
}
