// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.run.RunLine;
import io.hedgerow.samples.lab.table.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outcome of an item: the lines of its table beside the printed numbers. Not thread-safe. */
public final class ItemOutcome {

    /** The share of the printed numbers that must agree. */
    private static final double ENOUGH = 0.8;

    private final PaperItem item;
    private final List<RunLine> lines;
    private final Map<String, Map<String, List<RunLine>>> bySeries;
    private @Nullable List<NumberComparison> numbers;
    private @Nullable List<CheckedClaim> claims;

    public ItemOutcome(PaperItem item, List<RunLine> lines) {
        this.item = item;
        this.lines = List.copyOf(lines);
        this.bySeries =
                this.lines.stream().collect(Collectors.groupingBy(RunLine::series, Collectors.groupingBy(RunLine::at)));
    }

    public PaperItem item() {
        return item;
    }

    List<RunLine> lines() {
        return lines;
    }

    /** The lines of one line of the picture at a point, in the order of all. */
    List<RunLine> lines(String series, String at) {
        return bySeries.getOrDefault(series, Map.of()).getOrDefault(at, List.of());
    }

    /** The figures of a line of the picture at a point, or at all, of runs that did not fail. */
    List<Double> values(String series, String at, Measure measure) {
        Stream<RunLine> here = at.equals(PublishedFigure.OVER_ALL)
                ? lines.stream().filter(line -> line.series().equals(series))
                : lines(series, at).stream();
        return here.map(line -> line.figures().get(measure))
                .flatMap(figure -> Optional.ofNullable(figure).stream())
                .toList();
    }

    Optional<Spread> spread(String series, String at, Measure measure) {
        List<Double> values = values(series, at, measure);
        return values.isEmpty()
                ? Optional.empty()
                : Optional.of(Spread.of(
                        values.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    /** Points that were run, in the order of the axis. */
    public List<String> points() {
        Set<String> run = lines.stream().map(RunLine::at).collect(Collectors.toSet());
        return item.points().stream()
                .map(PaperItem.Point::at)
                .filter(run::contains)
                .toList();
    }

    public List<String> seeds() {
        TreeSet<Integer> all = new TreeSet<>();
        lines.forEach(line -> all.add(line.seed()));
        return all.stream().map(String::valueOf).toList();
    }

    public long failures() {
        return lines.stream().filter(line -> line.figures().isEmpty()).count();
    }

    /** The lines of runs on data as large as those of this extent. */
    public List<RunLine> lines(PaperItem.Extent extent) {
        boolean smaller = !extent.data().values().isEmpty();
        return lines.stream().filter(line -> isSmaller(line) == smaller).toList();
    }

    private boolean isSmaller(RunLine line) {
        Set<String> smaller = smaller();
        return !smaller.isEmpty() && Set.of(line.setting().split(" ", -1)).containsAll(smaller);
    }

    private Set<String> smaller() {
        return item.quick().data().values().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.toSet());
    }

    /** Whether the data were made smaller than those of the paper, so that nothing can be compared. */
    private boolean isSmaller() {
        return lines.stream().anyMatch(this::isSmaller);
    }

    public List<NumberComparison> numbers() {
        if (numbers == null) {
            numbers = isSmaller() ? List.of() : compared();
        }
        return numbers;
    }

    private List<NumberComparison> compared() {
        boolean part = points().size() < item.points().size();
        List<NumberComparison> all = new ArrayList<>();
        for (PublishedFigure figure : item.published()) {
            List<Double> values = values(figure.series(), figure.at(), figure.measure());
            if (!values.isEmpty() && !(part && figure.at().equals(PublishedFigure.OVER_ALL))) {
                all.add(NumberComparison.of(figure, values));
            }
        }
        return List.copyOf(all);
    }

    public List<CheckedClaim> claims() {
        if (claims == null) {
            claims = (isSmaller() ? List.<PaperClaim>of() : item.claims())
                    .stream()
                            .map(claim -> CheckedClaim.of(claim, this))
                            .flatMap(Optional::stream)
                            .toList();
        }
        return claims;
    }

    /**
     * The verdict: {@code reproduced} when at least four fifths of the printed numbers agree and every statement holds,
     * {@code reproduced in part} when that is so as far as points of the axis were run; {@code differs} otherwise;
     * something else where there is nothing to compare.
     */
    public String verdict() {
        List<NumberComparison> numbers = numbers();
        List<CheckedClaim> claims = claims();
        if (numbers.isEmpty() && claims.isEmpty()) {
            return isSmaller()
                    ? "smaller data than the paper's; nothing is compared"
                    : "run; nothing printed to compare with";
        }
        long agreeing = numbers.stream().filter(NumberComparison::agrees).count();
        boolean hold = claims.stream().allMatch(CheckedClaim::holds);
        if (!hold || agreeing < ENOUGH * numbers.size()) {
            return "differs";
        }
        return notRun() == 0 && points().size() == item.points().size() ? "reproduced" : "reproduced in part";
    }

    /** The number of printed numbers and statements without a run that could decide them. */
    private int notRun() {
        return item.published().size() + item.claims().size() - numbers().size() - claims().size();
    }

    /** Describes the counts in words. */
    public String counts() {
        List<String> said = new ArrayList<>();
        if (!numbers().isEmpty()) {
            said.add(numbers().stream().filter(NumberComparison::agrees).count() + " of "
                    + numbers().size() + " printed numbers agree");
        }
        if (!claims().isEmpty()) {
            said.add(claims().stream().filter(CheckedClaim::holds).count() + " of " + claims().size()
                    + " statements hold");
        }
        if (!said.isEmpty() && notRun() > 0) {
            said.add(notRun() + " not run");
        }
        return String.join("; ", said);
    }
}
