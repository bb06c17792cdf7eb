// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.outcome;

import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import io.hedgerow.samples.lab.table.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
    private @Nullable List<CheckedClaim> ourClaims;

    public ItemOutcome(PaperItem item, List<RunLine> lines) {
        this.item = item;
        this.lines = List.copyOf(lines);
        this.bySeries =
                this.lines.stream().collect(Collectors.groupingBy(RunLine::series, Collectors.groupingBy(RunLine::at)));
    }

    public PaperItem item() {
        return item;
    }

    /** The lines of one line of the picture at a point, in the order of all. */
    List<RunLine> lines(String series, String at) {
        return bySeries.getOrDefault(series, Map.of()).getOrDefault(at, List.of());
    }

    /** The figures of a line of the picture at a point, or at all, of runs that did not fail. */
    List<Double> values(String series, String at, Measure measure) {
        Stream<RunLine> here = at.equals(PublishedFigure.OVER_ALL)
                ? common().filter(line -> line.series().equals(series))
                : lines(series, at).stream();
        return here.map(line -> line.figures().get(measure))
                .flatMap(figure -> Optional.ofNullable(figure).stream())
                .toList();
    }

    /**
     * The figures of runs that did not fail, by seed; of all points together also by point, and none when one lacks.
     */
    Map<String, Double> bySeed(String series, String at, Measure measure) {
        boolean all = at.equals(PublishedFigure.OVER_ALL);
        if (all && isPart()) {
            return Map.of();
        }
        Map<String, Double> figures = new TreeMap<>();
        for (RunLine line : all ? common().toList() : lines(series, at)) {
            Double figure = line.figures().get(measure);
            if (figure != null && line.series().equals(series)) {
                figures.put(line.seed() + (all ? " " + line.at() : ""), figure);
            }
        }
        return figures;
    }

    /** Whether there is no mean over all points, since some were not run. */
    boolean isPart() {
        return !points().containsAll(item.commonPoints());
    }

    /** The lines that a mean over all points is of. */
    private Stream<RunLine> common() {
        Set<String> all = item.commonPoints();
        return lines.stream().filter(line -> all.contains(line.at()));
    }

    Optional<Spread> spread(String series, String at, Measure measure) {
        List<Double> values = values(series, at, measure);
        return Optional.ofNullable(Spread.of(values, Double::doubleValue));
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
        boolean part = isPart();
        List<NumberComparison> all = new ArrayList<>();
        for (PublishedFigure figure : item.published()) {
            List<Double> values = values(figure.series(), figure.at(), figure.measure());
            if (!values.isEmpty() && !(part && figure.at().equals(PublishedFigure.OVER_ALL))) {
                all.add(NumberComparison.of(figure, values));
            }
        }
        return List.copyOf(all);
    }

    /** The statements beside the runs with the settings of the paper. */
    public List<CheckedClaim> claims() {
        if (claims == null) {
            claims = checked(item.claims(), Map.of());
        }
        return claims;
    }

    /** The statements about methods that have a line with settings of ours, beside that line. */
    public List<CheckedClaim> ourClaims() {
        if (ourClaims == null) {
            Map<String, String> instead = item.standIns();
            ourClaims = checked(
                    item.claims().stream()
                            .filter(claim -> !claim.publishedOnly())
                            .filter(claim -> claim.checks().stream()
                                    .flatMap(check -> check.pairs().stream())
                                    .anyMatch(pair ->
                                            instead.containsKey(pair.line()) || instead.containsKey(pair.other())))
                            .toList(),
                    instead);
        }
        return ourClaims;
    }

    /**
     * The same item with its runs on the data of the published code in place of those on the data of the text, so that
     * printed numbers and statements are beside them; empty where there are none.
     */
    public Optional<ItemOutcome> onCodesData() {
        Map<String, String> texts = new TreeMap<>();
        item.onCodesData().forEach((text, code) -> texts.put(code, text));
        List<RunLine> ofCode = lines.stream()
                .filter(line -> texts.containsKey(line.series()))
                .map(line -> new RunLine(
                        line.seed(),
                        texts.getOrDefault(line.series(), line.series()),
                        line.at(),
                        line.setting(),
                        line.bytes(),
                        line.seconds(),
                        line.figures()))
                .toList();
        return ofCode.isEmpty() ? Optional.empty() : Optional.of(new ItemOutcome(item, ofCode));
    }

    private List<CheckedClaim> checked(List<PaperClaim> all, Map<String, String> instead) {
        ItemOutcome comparable = isSmaller() ? new ItemOutcome(item, List.of()) : this;
        return all.stream()
                .map(claim -> CheckedClaim.of(claim, comparable, instead))
                .toList();
    }

    private static long count(List<CheckedClaim> claims, CheckedClaim.Verdict verdict) {
        return claims.stream().filter(one -> one.verdict() == verdict).count();
    }

    /**
     * The verdict: {@code reproduced} when at least four fifths of the printed numbers agree, every statement holds,
     * all of it was run and the register is complete; {@code differs} when too few numbers agree or a statement breaks;
     * {@code undecided} when a statement is within the noise; {@code reproduced in part} otherwise, and something else
     * where there is nothing to compare.
     */
    public String verdict() {
        if (isSmaller()) {
            return "smaller data than the paper's; nothing is compared";
        }
        long agreeing = numbers().stream().filter(NumberComparison::agrees).count();
        if (agreeing < ENOUGH * numbers().size() || count(claims(), CheckedClaim.Verdict.BREAKS) > 0) {
            return "differs";
        }
        if (count(claims(), CheckedClaim.Verdict.UNDECIDED) > 0) {
            return "undecided";
        }
        if (numbers().isEmpty() && count(claims(), CheckedClaim.Verdict.HOLDS) == 0) {
            return item.claims().isEmpty() && item.published().isEmpty()
                    ? "run; nothing to compare with"
                    : "run; nothing decided";
        }
        boolean whole = numbers().size() == item.published().size()
                && points().size() == item.points().size()
                && claims().stream().allMatch(one -> one.whole())
                && item.register().equals(PaperItem.COMPLETE);
        return whole ? "reproduced" : "reproduced in part";
    }

    /** The verdict of the statements with our settings: that of the worst of them, and counts. */
    public String ourVerdict() {
        if (item.standIns().isEmpty()) {
            return "no line";
        }
        List<CheckedClaim> ours = ourClaims();
        if (ours.stream().allMatch(one -> one.verdict() == CheckedClaim.Verdict.NOT_RUN)) {
            return ours.isEmpty() ? "no statement" : "not run";
        }
        String word = count(ours, CheckedClaim.Verdict.BREAKS) > 0
                ? "differs"
                : count(ours, CheckedClaim.Verdict.UNDECIDED) > 0
                        ? "undecided"
                        : ours.stream().allMatch(CheckedClaim::whole) ? "holds" : "holds in part";
        return word + " (" + counts(ours) + ")";
    }

    private static String counts(List<CheckedClaim> claims) {
        List<String> said = new ArrayList<>();
        said.add(count(claims, CheckedClaim.Verdict.HOLDS) + " of " + claims.size() + " statements hold");
        count("break", count(claims, CheckedClaim.Verdict.BREAKS), said);
        count("undecided", count(claims, CheckedClaim.Verdict.UNDECIDED), said);
        count("not run", count(claims, CheckedClaim.Verdict.NOT_RUN), said);
        return String.join("; ", said);
    }

    private static void count(String what, long many, List<String> said) {
        if (many > 0) {
            said.add(many + " " + what);
        }
    }

    public String counts() {
        List<String> said = new ArrayList<>();
        if (!item.published().isEmpty() && !isSmaller()) {
            if (!numbers().isEmpty()) {
                said.add(numbers().stream().filter(NumberComparison::agrees).count() + " of "
                        + numbers().size() + " printed numbers agree");
            }
            count("printed numbers not run", item.published().size() - numbers().size(), said);
        }
        if (!claims().isEmpty() && !isSmaller()) {
            said.add(counts(claims()));
        }
        return String.join("; ", said);
    }
}
