// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.dp.internal.audit.ClaimAudit;
import io.hedgerow.dp.internal.audit.NeighbourSearch;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

public final class EpsilonResult implements Result {

    private final List<Row> rows = new ArrayList<>();
    private final List<Pair> pairs = new ArrayList<>();
    private final double confidence;

    private record Row(
            String mechanism,
            double claimedEpsilon,
            double delta,
            int runs,
            double epsilonLowerBound,
            double muLowerBound,
            double extrapolatedEpsilon,
            double tightness,
            boolean refuted,
            @Nullable Double detectableFactor) {}

    private record Document(
            double confidence,
            List<Row> mechanisms,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Pair> pairs) {}

    /** The worst pair of neighbouring data sets that a search found for a mechanism. */
    private record Pair(String mechanism, List<Double> unit, List<Double> neighbour, List<Double> others) {}

    public EpsilonResult(List<ClaimAudit.Finding> findings, double confidence) {
        this.confidence = confidence;
        for (ClaimAudit.Finding found : findings) {
            rows.add(new Row(
                    found.mechanism(),
                    found.bounds().claimedEpsilon(),
                    found.bounds().delta(),
                    found.runs(),
                    found.bounds().epsilon(),
                    found.bounds().mu(),
                    found.bounds().extrapolatedEpsilon(),
                    found.bounds().tightness(),
                    found.bounds().refuted(),
                    found.bounds().factor()));
        }
    }

    /** The same with the data of each audit, which a search found. */
    public static EpsilonResult ofSearches(List<NeighbourSearch.Found> found, double confidence) {
        EpsilonResult result = new EpsilonResult(
                found.stream().map(NeighbourSearch.Found::finding).toList(), confidence);
        found.forEach(worst -> result.pairs.add(
                new Pair(worst.finding().mechanism(), worst.unit(), worst.neighbour(), worst.others())));
        return result;
    }

    @Override
    public Object json() {
        return new Document(confidence, List.copyOf(rows), List.copyOf(pairs));
    }

    @Override
    public ExitCode exitCode() {
        return rows.stream().anyMatch(Row::refuted) ? ExitCode.REFUTED : ExitCode.OK;
    }

    @Override
    public void describe(PrintWriter out) {
        List<List<String>> cells = rows.stream()
                .map(row -> List.of(
                        row.mechanism(),
                        number("%.4f", row.claimedEpsilon()),
                        number("%.0e", row.delta()),
                        Integer.toString(row.runs()),
                        number("%.3f", row.epsilonLowerBound()),
                        number("%.3f", row.extrapolatedEpsilon()),
                        number("%.2f", row.tightness()),
                        row.detectableFactor() == null ? "none" : number("%.2f", row.detectableFactor()),
                        row.refuted() ? "REFUTED" : "stands"))
                .toList();
        out.print(new Table(
                        1,
                        List.of(
                                "mechanism",
                                "claimed ε",
                                "δ",
                                "runs a side",
                                "ε at least",
                                "ε by μ",
                                "bound/claim",
                                "fault seen from",
                                "claim"),
                        cells)
                .markdown());
        out.println();
        out.println("Bounds hold at confidence " + confidence
                + " each. \"ε by μ\" is what the bound on the noise means at δ;" + " \"bound/claim\" compares");
        out.println(
                "ε where δ is 0 and μ elsewhere. A claim that stands is not proved: on the data of this audit it would"
                        + " have been");
        out.println("refuted, with probability 0.9, if all noise were smaller by the factor in \"fault seen from\"; of"
                + " smaller faults it says nothing.");
        if (!pairs.isEmpty()) {
            out.println();
            out.println("The worst data that were found: a unit, its neighbour, and the cells of every other unit.");
        }
        for (Pair pair : pairs) {
            out.println("  " + pair.mechanism() + ": " + cells(pair.unit()) + " | " + cells(pair.neighbour()) + " | "
                    + cells(pair.others()));
        }
    }

    private static String cells(List<Double> cells) {
        return cells.stream()
                .map(cell -> String.format(Locale.ROOT, "%.3g", cell))
                .collect(Collectors.joining(" "));
    }

    private static String number(String format, double value) {
        return value == 0 ? "0" : String.format(Locale.ROOT, format, value);
    }
}
