// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.ColumnFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Describes columns before a search, from the sums alone: figures and problems, the worst first. */
public final class ColumnLook {

    private static final int NAMED = 10;
    /** Beyond it a column is skewed, if it is beyond chance: as in {@code io.hedgerow.core.internal.diagnostics}. */
    private static final double SKEWED = 1;
    /** Columns that are as skewed as amounts: with most of them {@code learn} takes normal scores. */
    private static final double AMOUNT = 2.5;
    /** Kurtosis beyond that of a normal column. */
    private static final double HEAVY = 2;

    private static final double NORMAL = 3;
    private static final double ERRORS = 4;

    private final VariableSchema schema;
    private final WithinSites moments;
    private final String ofCurves;
    private final List<ColumnFigures> figures;

    private ColumnLook(VariableSchema schema, WithinSites moments, String ofCurves) {
        this.schema = schema;
        this.moments = moments;
        this.ofCurves = ofCurves;
        int d = schema.size();
        Map<Integer, Double> shares = moments.constantSomewhere(d);
        Map<Integer, Double> factors = moments.scaleFactors(d);
        double[] covariance = moments.covariance();
        this.figures = IntStream.range(0, d)
                .mapToObj(j -> figures(
                        j,
                        Math.sqrt(Math.max(0, covariance[j * (d + 1)])),
                        shares.getOrDefault(j, 1.0),
                        factors.containsKey(j) ? OptionalDouble.of(factors.get(j)) : OptionalDouble.empty()))
                .toList();
    }

    /** Looks at sums of sites that have all columns; {@code ofCurves} is the method to plan for relations that bend. */
    public static ColumnLook of(VariableSchema schema, WithinSites moments, String ofCurves) {
        return new ColumnLook(schema, moments, ofCurves);
    }

    private ColumnFigures figures(int j, double deviation, double share, OptionalDouble factor) {
        boolean varies = share > 0 && deviation > 0;
        return new ColumnFigures(
                schema.names().get(j),
                moments.mean(j),
                deviation,
                varies ? OptionalDouble.of(moments.third(j, j)) : OptionalDouble.empty(),
                varies ? OptionalDouble.of(moments.fourth(j)) : OptionalDouble.empty(),
                share,
                factor);
    }

    /** The figures of each column, in the order of the variables. */
    public List<ColumnFigures> figures() {
        return figures;
    }

    /** What to do before learning, the worst first, and what a search on the same sums would do if nothing is done. */
    public List<String> sentences() {
        List<String> all = new ArrayList<>();
        List<String> constant = names(column -> !(column.deviation() > 0));
        if (!constant.isEmpty()) {
            all.add("constant at every site: " + quoted(constant)
                    + "; a study of them would end without a network: leave"
                    + " out of the plan, and look again for how sites differ");
        }
        List<String> dependent = DependentColumns.of(
                schema.names(), moments.covariance(), moments.inCommonScale().covariance(), moments.degrees());
        all.addAll(dependent);
        figures.stream()
                .filter(column -> column.scaleFactor().isPresent())
                .sorted((one, other) -> Double.compare(
                        other.scaleFactor().orElseThrow(), one.scaleFactor().orElseThrow()))
                .limit(NAMED)
                .forEach(column -> all.add(unit(column)));
        boolean differ = constant.isEmpty() && moments.sitesDiffer();
        if (differ) {
            all.add(agreement() + ", so they are no single population"
                    + (dependent.isEmpty() ? "" : ", unless that comes from the columns that others determine")
                    + ": look for sites that measure or select otherwise before one network is learned for all");
        }
        figures.stream()
                .filter(column -> column.deviation() > 0 && column.varyingShare() < 1)
                .limit(NAMED)
                .forEach(column -> all.add("\"" + column.variable() + "\" is constant at sites with "
                        + Math.round(100 * (1 - column.varyingShare())) + " % of the rows: its edges come from the"
                        + " others; ask these sites whether it was measured"));
        shapes(all);
        if (constant.isEmpty() && !differ) {
            all.add(agreement() + (moments.disagreement().isPresent() ? ", as in one population" : ""));
        }
        return List.copyOf(all);
    }

    private String unit(ColumnFigures column) {
        double factor = column.scaleFactor().orElseThrow();
        double sites = moments.sites() * column.varyingShare();
        return "deviations of \"" + column.variable() + "\" differ between sites by a factor of " + rounded(factor)
                + ", more than by chance; if one site alone is off, by about "
                + rounded(Math.pow(factor, Math.sqrt(sites)))
                + ", as in another unit: compare the units of all sites, and multiply in the mapping file of that one;"
                + " until then a search goes by correlations within sites";
    }

    private String agreement() {
        String rows = Words.count(moments.rows(), "row") + " of " + Words.count(moments.sites(), "site");
        if (moments.disagreement().isEmpty()) {
            return rows + "; whether correlations differ between sites takes three sites and two columns to say";
        }
        return rows + ", which a search would count as " + Math.round(moments.effectiveRows())
                + ": correlations vary between sites "
                + rounded(moments.disagreement().orElseThrow()) + " times as much as by chance";
    }

    private void shapes(List<String> all) {
        double chance = ERRORS * Math.sqrt(6 / Math.max(1, moments.shapeRows()));
        List<String> skewed = names(column -> Math.abs(column.skewness().orElse(0)) > Math.max(SKEWED, chance));
        if (!skewed.isEmpty()) {
            long amounts = figures.stream()
                    .filter(column -> Math.abs(column.skewness().orElse(0)) > Math.max(AMOUNT, chance))
                    .count();
            all.add("skewed: " + quoted(skewed) + "; a plan takes values as they are"
                    + (2 * amounts > figures.size()
                            ? ", and with so many amounts learn would take normal scores, if they have more than ten"
                                    + " values"
                            : "")
                    + ": take logarithms of amounts at every site, or plan " + ofCurves + ", if relations may bend");
        }
        List<String> heavy = names(column -> !skewed.contains(column.variable())
                && column.kurtosis().orElse(NORMAL) - NORMAL > Math.max(HEAVY, 2 * chance));
        if (!heavy.isEmpty()) {
            all.add("heavy tails: " + quoted(heavy) + "; a few rows count for much: look at the largest values at every"
                    + " site, where a code for missing cells such as -999 would be one");
        }
    }

    private List<String> names(Predicate<ColumnFigures> wanted) {
        return figures.stream().filter(wanted).map(ColumnFigures::variable).toList();
    }

    private static String quoted(List<String> names) {
        return names.stream().limit(NAMED).map(name -> "\"" + name + "\"").collect(Collectors.joining(", "))
                + (names.size() > NAMED ? " and " + Words.count(names.size() - NAMED, "other column") : "");
    }

    private static String rounded(double value) {
        return value < 100 ? String.format(Locale.ROOT, "%.3g", value) : String.valueOf(Math.round(value));
    }
}
