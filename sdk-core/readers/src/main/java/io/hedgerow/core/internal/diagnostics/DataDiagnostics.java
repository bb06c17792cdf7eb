// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning.Kind;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds in the moments of a data set problems that make structure learning fail or mislead.
 *
 * <p>A variable is constant when its variance is within rounding of 0; two are duplicates when |correlation| ≥ 1 −
 * 10⁻¹²; a variable is collinear when others explain all of its variance but a share of 10⁻⁵, which is more than
 * rounding leaves of a total. Standardised data no longer says which noise variances were equal, and the linear methods
 * here rest on that (Ng, Huang and Zhang 2024). Where variances spread over more than 10⁶ one penalty means very
 * different things. Cost d³ / 3. Thread-safe. Not private: the result reveals moments of the records.
 */
public final class DataDiagnostics {

    private static final double ROUNDING = 1e-14;
    private static final double DUPLICATE = 1 - 1e-12;
    private static final double EQUAL = 1e-3;
    private static final double SPREAD = 1e6;
    private static final int NAMED = 10;

    private final List<String> names;
    private final boolean[] numeric;
    private final SufficientStatistics moments;
    private final double[] deviations;

    private DataDiagnostics(VariableSchema schema, SufficientStatistics moments) {
        if (schema.size() != moments.variables()) {
            throw new IllegalArgumentException("moments must be of the " + schema.size()
                    + " variables of the schema, are of " + moments.variables());
        }
        this.names = schema.names();
        this.numeric = numeric(schema);
        this.moments = moments;
        this.deviations = new double[names.size()];
        Arrays.setAll(deviations, i -> Math.sqrt(moments.covariance(i, i)));
    }

    /**
     * {@return everything doubtful about a data set, in the order of the kinds; empty when all is well}
     *
     * @param schema its variables
     * @param moments its statistics
     */
    public static List<DataWarning> warnings(VariableSchema schema, SufficientStatistics moments) {
        return new DataDiagnostics(schema, moments).run();
    }

    private static boolean[] numeric(VariableSchema schema) {
        boolean[] numeric = new boolean[schema.size()];
        for (int j = 0; j < numeric.length; j++) {
            numeric[j] = schema.kind(j) instanceof VariableKind.Numeric;
        }
        return numeric;
    }

    /**
     * Columns that second moments describe badly: binary, of whole numbers, skewed (|skewness| &gt; 1) or heavy-tailed
     * (excess kurtosis &gt; 2), both beyond four standard errors in normal rows. And whether ranks describe most
     * columns better than values do, which is the rule by which a program takes normal scores where no one said how:
     * more than half of the columns are amounts or counts, with more than 10 values and a |skewness| beyond 2.5, or 1
     * of whole numbers. It does not hold where one site alone writes such a column in another scale, as in another
     * unit, which ranks would hide. Categories have no shape, and do not count. Reads all rows once.
     *
     * @param sites their rows, open; at least one
     * @param columns how many to look at, from the first
     * @return a warning of kind {@link DataWarning.Kind#SHAPE} that names all odd columns, then
     *     {@link DataWarning.Kind#SCORES} if the rule holds or {@link DataWarning.Kind#SCALE_OF_ONE_SITE} if only that
     *     is against it; empty when there are none, and of data without rows
     */
    public static List<DataWarning> shapes(List<DataView> sites, int columns) {
        if (!sites.stream().allMatch(DataView::hasRows)) {
            return List.of();
        }
        List<ColumnShapes> looks = new ArrayList<>();
        for (DataView site : sites) {
            ColumnShapes look = new ColumnShapes(columns);
            site.forEachRow(look::add);
            looks.add(look);
        }
        return shapes(sites.get(0).schema(), columns, looks);
    }

    /**
     * The same of rows that were looked at already.
     *
     * @param schema of the rows
     * @param columns how many were looked at, from the first
     * @param sites what was seen of each; at least one
     * @return as above
     */
    public static List<DataWarning> shapes(VariableSchema schema, int columns, List<ColumnShapes> sites) {
        ColumnShapes shapes = ColumnShapes.of(sites);
        List<String> all = schema.names();
        boolean[] numeric = numeric(schema);
        long numbers = IntStream.range(0, columns).filter(c -> numeric[c]).count();
        List<Integer> odd = new ArrayList<>();
        List<String> said = new ArrayList<>();
        shapes.odd().forEach((shape, columnsOfShape) -> {
            List<Integer> found =
                    columnsOfShape.stream().filter(c -> numeric[c]).toList();
            if (found.isEmpty()) {
                return;
            }
            odd.addAll(found);
            said.add(shape + " " + quoted(found.stream().map(all::get).toList()));
        });
        if (said.isEmpty()) {
            return List.of();
        }
        List<DataWarning> warnings = new ArrayList<>();
        warnings.add(new DataWarning(
                Kind.SHAPE,
                odd.stream().map(all::get).toList(),
                String.join("; ", said) + ": far from normal distributions, which covariances are for; "
                        + (shapes.areMostlyLevels(odd)
                                ? "levels count as numbers, and probabilities are rough"
                                : "consider --transform normal-scores"
                                        + (numbers == columns
                                                ? ", or, where relations are linear and the noise is skewed or"
                                                        + " heavy-tailed, --algorithm direct-lingam"
                                                : ""))));
        List<Integer> ofRanks =
                shapes.ofRanks().stream().filter(c -> numeric[c]).toList();
        if (2L * ofRanks.size() > numbers) {
            List<String> apart =
                    ofRanks.stream().filter(shapes::isApart).map(all::get).toList();
            warnings.add(ofRanks(ofRanks.stream().map(all::get).toList(), apart, numbers));
        }
        return warnings;
    }

    private static DataWarning ofRanks(List<String> names, List<String> apart, long columns) {
        return apart.isEmpty()
                ? new DataWarning(
                        Kind.SCORES,
                        names,
                        names.size() + " of " + columns + " columns are skewed amounts or counts (" + quoted(names)
                                + "), which ranks describe better than values")
                : new DataWarning(
                        Kind.SCALE_OF_ONE_SITE,
                        apart,
                        "most columns are skewed amounts or counts, which ranks describe better than values, but "
                                + quoted(apart) + (apart.size() == 1 ? " varies" : " vary")
                                + " at one site far more or far less than at all others, as in"
                                + " another unit, which ranks would hide: convert them there, or say --transform"
                                + " normal-scores if they are meant so");
    }

    private static String quoted(List<String> names) {
        return names.stream().map(NumberToken::quote).collect(Collectors.joining(", "));
    }

    /**
     * Refuses what cannot be learned from: a variable that never changes at any site has no place in a network. Where
     * it changes at one, rows of the others count for the other variables.
     *
     * @param schema the variables
     * @param sites the statistics of each site; at least one
     * @throws DataException when a variable is constant at every site; names them all
     */
    public static void requireLearnable(VariableSchema schema, List<SufficientStatistics> sites) {
        List<DataDiagnostics> all =
                sites.stream().map(site -> new DataDiagnostics(schema, site)).toList();
        List<String> constant = IntStream.range(0, schema.size())
                .filter(i -> all.stream().allMatch(site -> site.isConstant(i)))
                .mapToObj(i -> NumberToken.quote(schema.names().get(i)) + value(i, sites))
                .toList();
        if (!constant.isEmpty()) {
            throw new DataException((constant.size() == 1 ? "column " : "columns ") + String.join(", ", constant)
                    + ": must have a variance > 0" + (sites.size() == 1 ? "" : " at some site") + ", "
                    + (constant.size() == 1 ? "is" : "are")
                    + " constant: leave out (CellFormat.dropped), at every site");
        }
    }

    private static String value(int i, List<SufficientStatistics> sites) {
        double mean = sites.get(0).mean(i);
        if (sites.stream().anyMatch(site -> site.mean(i) != mean)) {
            return " (at each site one value)";
        }
        return sites.get(0).covariance(i, i) > 0
                ? " (near " + mean + ", too little apart for sums of squares)"
                : " (always " + mean + ")";
    }

    private List<DataWarning> run() {
        List<DataWarning> found = new ArrayList<>();
        List<Integer> varying = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (isConstant(i)) {
                found.add(new DataWarning(
                        Kind.CONSTANT,
                        List.of(names.get(i)),
                        NumberToken.quote(names.get(i))
                                + " is constant: these rows count for the other columns, and its edges"
                                + " come from sites where it varies"));
            } else if (numeric[i]) {
                varying.add(i); // the places of levels have neither size nor unit
            }
        }
        List<Integer> distinct = withoutDuplicates(varying, found);
        if (moments.rows() <= distinct.size()) {
            found.add(new DataWarning(
                    Kind.FEW_ROWS,
                    names,
                    moments.rows() + " rows for " + distinct.size()
                            + " variables: each variable is a linear combination of the others; use more rows or"
                            + " fewer variables"));
        } else {
            collinear(distinct, found);
        }
        variances(varying, found);
        return found;
    }

    private boolean isConstant(int i) {
        double variance = moments.covariance(i, i);
        double rounding = ROUNDING * moments.mean(i);
        return !(variance > rounding * rounding);
    }

    private double correlation(int i, int j) {
        return moments.covariance(i, j) / (deviations[i] * deviations[j]);
    }

    private List<Integer> withoutDuplicates(List<Integer> varying, List<DataWarning> found) {
        List<Integer> distinct = new ArrayList<>();
        Set<Integer> repeated = new HashSet<>();
        for (int i : varying) {
            if (repeated.contains(i)) {
                continue;
            }
            distinct.add(i);
            for (int j : varying) {
                double correlation = j > i ? correlation(i, j) : 0;
                if (Math.abs(correlation) >= DUPLICATE && !repeated.contains(j)) {
                    repeated.add(j);
                    found.add(new DataWarning(
                            Kind.DUPLICATE,
                            List.of(names.get(i), names.get(j)),
                            NumberToken.quote(names.get(j)) + " repeats " + NumberToken.quote(names.get(i))
                                    + " (correlation " + (correlation > 0 ? "1" : "-1")
                                    + "): no method can tell their edges apart, leave one out"));
                }
            }
        }
        return distinct;
    }

    private void collinear(List<Integer> candidates, List<DataWarning> found) {
        int d = candidates.size();
        double[] correlations = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                correlations[i * d + j] = i == j ? 1 : correlation(candidates.get(i), candidates.get(j));
            }
        }
        List<PivotedCholesky.Dependence> all = PivotedCholesky.dependences(d, correlations);
        for (PivotedCholesky.Dependence dependence : all.subList(0, Math.min(NAMED, all.size()))) {
            List<String> columns = new ArrayList<>(List.of(names.get(candidates.get(dependence.variable()))));
            dependence.on().forEach(k -> columns.add(names.get(candidates.get(k))));
            found.add(new DataWarning(
                    Kind.COLLINEAR,
                    columns,
                    NumberToken.quote(columns.get(0))
                            + (columns.size() == 2
                                    ? " is in some unit " + NumberToken.quote(columns.get(1))
                                    : " is a linear combination of "
                                            + (dependence.on().size() > NAMED
                                                    ? dependence.on().size() + " other columns"
                                                    : quoted(columns.subList(1, columns.size()))))
                            + String.format(
                                    Locale.ROOT,
                                    " (share of variance left over: %.1e): edges among them hide others, and are not"
                                            + " of causes; leave one out",
                                    dependence.unexplained())));
        }
        if (all.size() > NAMED) {
            List<String> others = all.subList(NAMED, all.size()).stream()
                    .map(dependence -> names.get(candidates.get(dependence.variable())))
                    .toList();
            found.add(new DataWarning(
                    Kind.COLLINEAR,
                    others,
                    "and of " + Words.count(others.size(), "more column") + " others leave as little: "
                            + quoted(others)));
        }
    }

    private void variances(List<Integer> varying, List<DataWarning> found) {
        if (varying.isEmpty()) {
            return;
        }
        int smallest = varying.get(0);
        int largest = smallest;
        for (int i : varying) {
            smallest = moments.covariance(i, i) < moments.covariance(smallest, smallest) ? i : smallest;
            largest = moments.covariance(i, i) > moments.covariance(largest, largest) ? i : largest;
        }
        double least = moments.covariance(smallest, smallest);
        double most = moments.covariance(largest, largest);
        if (varying.size() >= 3 && most <= least * (1 + EQUAL)) {
            boolean one = Math.abs(most - 1) <= EQUAL;
            found.add(new DataWarning(
                    Kind.STANDARDISED,
                    varying.stream().map(names::get).toList(),
                    "all variances are equal" + (one ? " to 1" : "")
                            + ", as after standardisation: directions of edges can then not be trusted; use the"
                            + " original units"));
        }
        if (most > least * SPREAD) {
            found.add(new DataWarning(
                    Kind.SCALE,
                    List.of(names.get(smallest), names.get(largest)),
                    String.format(
                            Locale.ROOT,
                            "variances range from %.3g (%s) to %.3g (%s): one penalty treats them very differently;"
                                    + " choose units of similar size",
                            least,
                            NumberToken.quote(names.get(smallest)),
                            most,
                            NumberToken.quote(names.get(largest)))));
        }
    }

    /**
     * A property of a data set that makes results learned from it doubtful. As sensitive as the records: for the site's
     * own people, never to be sent.
     *
     * @param kind what it is
     * @param variables the variables concerned
     * @param text one line: what was found, why it matters, what to do
     */
    public record DataWarning(Kind kind, List<String> variables, String text) {
        public DataWarning {
            Objects.requireNonNull(kind, "kind");
            Objects.requireNonNull(text, "text");
            variables = List.copyOf(variables);
        }

        /** The kinds of warnings. */
        public enum Kind {
            /** A variable that never changes. Learning refuses it where it does at no site. */
            CONSTANT,
            /** A variable that repeats another, up to shift and scale. */
            DUPLICATE,
            /** A variable that is a linear combination of others, or nearly so. */
            COLLINEAR,
            /** No more rows than variables, so that the covariance matrix is singular. */
            FEW_ROWS,
            /** All variances are equal, as after standardisation. */
            STANDARDISED,
            /** Variances of very different size. */
            SCALE,
            /** Columns that are far from a normal distribution: binary, whole numbers, skewed or heavy-tailed. */
            SHAPE,
            /** Most columns are skewed amounts or counts: ranks describe them better than values. */
            SCORES,
            /** The same, but one site alone has such a column in another scale. */
            SCALE_OF_ONE_SITE
        }
    }
}
