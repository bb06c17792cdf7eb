// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/** Results of every form that methods give, at random: what a writer must be able to write. */
public final class RandomResults {

    /** What the result is of. */
    public enum Form {
        /** Rounds with a vote, and nothing else. */
        ROUNDS,
        /** A search in one place with probabilities and marks. */
        STATIC,
        /** Numbers and categories. */
        CATEGORIES,
        /** The same, shown with marks. */
        MARKS,
        /** A private release, whose probabilities are cautious. */
        CAUTIOUS,
        /** A search on series. */
        LAGS,
        /** Relations that bend. */
        CURVES,
        /** Neural networks. */
        NORMS
    }

    private final Random random;
    private final Form form;
    private final int size;
    private final int lags;
    private final int all;
    private final VariableSchema schema;

    private RandomResults(Form form, long seed) {
        this.random = new Random(seed);
        this.form = form;
        this.size = 2 + random.nextInt(5);
        this.lags = form == Form.LAGS ? 1 + random.nextInt(3) : 0;
        this.all = size * (lags + 1);
        VariableSchema names = VariableSchema.numbered(size);
        VariableSchema kinds =
                seed % 3 == 0 ? names.with(Map.of("x2", VariableKind.categorical("I21.0", "I21", "1.0"))) : names;
        this.schema = form == Form.CATEGORIES
                ? RandomFamilies.kinds(random, names)
                : lags == 0 ? kinds : new TimeSlices(names, lags).stacked();
    }

    /** A result of a form: the same for the same seed. */
    public static LearnedNetwork of(Form form, long seed) {
        return new RandomResults(form, seed).learned();
    }

    private LearnedNetwork learned() {
        WeightMatrix weights = weights();
        boolean searched = form != Form.ROUNDS && form != Form.NORMS;
        Optional<WeightMatrix> votes =
                form == Form.ROUNDS || form == Form.NORMS ? Optional.of(votes(weights)) : Optional.empty();
        Optional<Evidence> evidence = searched ? Optional.of(evidence(weights)) : Optional.empty();
        LearnedNetwork plain = LearnedNetwork.of(schema, weights, votes, evidence, form == Form.NORMS, run());
        LearnedNetwork fitted = form == Form.ROUNDS && random.nextBoolean()
                ? plain.with(new FittedEquations(equations(), FittedEquations.NORMAL_SCORES, false))
                : plain;
        LearnedNetwork shown = form == Form.MARKS ? fitted.byMarks() : fitted;
        return lags == 0 && random.nextInt(4) == 0
                ? shown.with(Map.of(new SiteId("north"), NamedNetwork.of(schema, weights())))
                : shown;
    }

    private double weight() {
        return (0.1 + random.nextDouble()) * (random.nextBoolean() ? 1 : -1) * Math.pow(10, random.nextInt(9) - 4);
    }

    /** Causes come before effects, and the past before the present. */
    private WeightMatrix weights() {
        double[] w = new double[all * all];
        for (int i = 0; i < all; i++) {
            for (int j = 0; j < size; j++) {
                if ((i >= size || i < j) && random.nextInt(5) < 2) {
                    w[i * all + j] = weight();
                }
            }
        }
        WeightMatrix weights = WeightMatrix.ofRows(all, w);
        return form == Form.CATEGORIES ? RandomFamilies.weights(random, schema, weights) : weights;
    }

    private WeightMatrix votes(WeightMatrix weights) {
        double[] shares = weights.toRows();
        for (int k = 0; k < shares.length; k++) {
            shares[k] = shares[k] == 0 ? 0 : 0.5 + random.nextDouble() / 2;
        }
        return WeightMatrix.ofRows(all, shares);
    }

    private Evidence evidence(WeightMatrix weights) {
        Trust trust = trust();
        boolean present = lags == 0;
        Optional<EquivalenceClass> pattern =
                present && random.nextBoolean() ? Optional.of(EquivalenceClass.of(Dag.of(weights))) : Optional.empty();
        Optional<AncestralMarks> marks =
                form == Form.MARKS || form == Form.STATIC ? Optional.of(marks()) : Optional.empty();
        PairProbabilities pairs = new PairProbabilities(
                pattern,
                trust.mixed() && trust.findings().figure(Misfit.NORMAL_NOISE).isEmpty()
                        ? Optional.of(probabilities())
                        : Optional.empty(),
                trust.cap(),
                form == Form.STATIC && random.nextInt(3) == 0 ? Optional.of(ratios(weights)) : Optional.empty(),
                marks);
        Evidence plain = new Evidence(
                form == Form.CAUTIOUS ? pairs.beingCautious() : pairs,
                form == Form.CATEGORIES || random.nextInt(3) == 0 ? List.of() : equations(),
                trust,
                lags == 0 ? OptionalInt.empty() : OptionalInt.of(lags),
                form == Form.CURVES ? curves(weights) : List.of(),
                Optional.empty());
        Evidence more = random.nextInt(3) == 0 ? plain : plain.with(Optional.of(effects()));
        if (form == Form.CATEGORIES) {
            return more.with(new RandomFamilies(random, schema, weights).model());
        }
        return random.nextBoolean() ? more : more.with(errors());
    }

    /** Between some pairs; of a category one level. */
    private TotalEffects effects() {
        List<TotalEffects.Effect> pairs = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                if (i != j && random.nextInt(3) > 0) {
                    double low = weight();
                    double wide = Math.abs(weight());
                    boolean ofLevel = !schema.levels(i).isEmpty();
                    boolean ofOutcome = !schema.levels(j).isEmpty();
                    int other = 3 - i - j;
                    pairs.add(new TotalEffects.Effect(
                            i,
                            j,
                            lags == 0 ? 0 : random.nextInt(lags + 1),
                            ofLevel || ofOutcome
                                    ? Optional.of(new TotalEffects.Contrast(
                                            ofLevel ? 1 : -1, ofLevel ? 0 : -1, ofOutcome ? 1 : -1))
                                    : Optional.empty(),
                            0.05 + random.nextDouble() * 0.95,
                            new TotalEffects.Interval(low + wide * random.nextDouble(), low, low + wide),
                            new TotalEffects.Identification(
                                    other >= 0 && other < size && other != i && other != j ? List.of(other) : List.of(),
                                    random.nextBoolean() ? List.of() : List.of(0.0, weight()),
                                    random.nextBoolean() ? List.of() : List.of(new TotalEffects.Link(i, j, "o->")))));
                }
            }
        }
        return new TotalEffects(0.05, lags, pairs);
    }

    private static Finding errors() {
        return Finding.at(Misfit.UNEXPLAINED_PAIRS, List.of(new Finding.Place(0, 1, OptionalDouble.of(5.5))));
    }

    /** Of each pair two that are 1 together at most; of the past one. */
    private WeightMatrix probabilities() {
        double[] p = new double[all * all];
        for (int i = 0; i < all; i++) {
            for (int j = 0; j < Math.min(i, size); j++) {
                double joined = random.nextInt(3) == 0 ? 1 : random.nextDouble();
                double part = i >= size || random.nextInt(3) == 0 ? 1 : random.nextDouble();
                p[i * all + j] = joined * part;
                p[j * all + i] = i >= size ? 0 : joined - joined * part;
            }
        }
        return WeightMatrix.ofRows(all, p);
    }

    /** Of edges whose direction only noises tell. */
    private WeightMatrix ratios(WeightMatrix weights) {
        double[] ratios = weights.toRows();
        for (int k = 0; k < ratios.length; k++) {
            ratios[k] = ratios[k] == 0 || random.nextBoolean() ? 0 : 3 + random.nextDouble();
        }
        return WeightMatrix.ofRows(all, ratios);
    }

    private AncestralMarks marks() {
        End[][] ends = new End[all][all];
        double[] shares = new double[all * all];
        for (int i = 0; i < all; i++) {
            for (int j = 0; j < i; j++) {
                if (random.nextInt(4) > 0) {
                    ends[i][j] = List.of(End.values()).get(random.nextInt(3));
                    ends[j][i] = List.of(End.values()).get(random.nextInt(3));
                    shares[i * all + j] = random.nextDouble();
                    shares[j * all + i] = shares[i * all + j];
                }
            }
        }
        return AncestralMarks.of(
                all,
                (i, j) -> Optional.ofNullable(ends[i][j]),
                (i, j) -> ends[i][j] == End.ARROW && ends[j][i] == End.TAIL && (i + j) % 2 == 0,
                Optional.of(WeightMatrix.ofRows(all, shares)),
                random.nextInt(3) == 0 ? 5 : 0);
    }

    private List<Evidence.Curve> curves(WeightMatrix weights) {
        List<Evidence.Curve> curves = new ArrayList<>();
        curves.add(new Evidence.Curve(
                0, 1, List.of(new Evidence.Point(-1.5, weight(), 0.25), new Evidence.Point(2, weight(), 0.5)), true));
        if (size > 2 && weights.hasEdge(0, 2)) {
            curves.add(new Evidence.Curve(0, 2, List.of(), false));
        }
        return curves;
    }

    private List<Evidence.Equation> equations() {
        List<Evidence.Equation> equations = new ArrayList<>();
        boolean deviations = random.nextBoolean();
        for (int j = 0; j < size; j++) {
            OptionalDouble deviation = deviations ? OptionalDouble.of(Math.abs(weight())) : OptionalDouble.empty();
            equations.add(new Evidence.Equation(weight(), Math.abs(weight()), deviation));
        }
        return equations;
    }

    private OptionalDouble some() {
        return random.nextBoolean() ? OptionalDouble.of(3 * random.nextDouble()) : OptionalDouble.empty();
    }

    /** Of findings only those that a file has: with a figure, or of a test that failed. */
    /** The disagreements that are seen at single columns, in some of the rows. */
    private static final Set<Misfit> AT_COLUMNS =
            Set.of(Misfit.MECHANISMS_DIFFER, Misfit.SERIES_DRIFT, Misfit.NORMAL_NOISE);

    private Trust trust() {
        List<Finding> findings = new ArrayList<>();
        for (Misfit misfit : Misfit.values()) {
            boolean seen = random.nextInt(8) == 0;
            if (misfit == Misfit.SCALES_DIFFER) {
                findings.add(Finding.atColumns(misfit, seen ? Map.of(1, 1.5) : Map.of()));
            } else if (misfit == Misfit.CONSTANT_SOMEWHERE) {
                findings.add(Finding.atColumns(misfit, seen ? Map.of(0, 0.5) : Map.of()));
            } else if (misfit == Misfit.MISSING_DEPENDS_ON) {
                List<Finding.Place> places = List.of(new Finding.Place(1, 1, OptionalDouble.of(7.5), "on a"));
                findings.add(Finding.at(misfit, seen ? places : List.of()));
            } else if (seen && AT_COLUMNS.contains(misfit)) {
                OptionalDouble figure = misfit.figure().isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(0.25);
                List<Finding.Place> places = List.of(
                        new Finding.Place(0, 0, OptionalDouble.empty(), "at site-001"),
                        new Finding.Place(1, 1, OptionalDouble.empty(), ""));
                findings.add(new Finding(misfit, Finding.Outcome.FAILED, figure, places));
            } else if (misfit.isFlag() && (misfit != Misfit.NORMAL_NOISE || random.nextInt(4) == 0)) {
                // a search by noises gives no probabilities, and most give some
                OptionalDouble figure = misfit.figure().isEmpty() ? OptionalDouble.empty() : some();
                if (misfit == Misfit.MECHANISMS_DIFFER) {
                    figure = figure.isPresent() ? OptionalDouble.of(figure.getAsDouble() / 3) : figure; // a share
                }
                boolean judged = random.nextInt(4) > 0;
                findings.add(judged ? Finding.of(misfit, figure, seen) : Finding.notJudged(misfit, figure));
            }
        }
        return new Trust(
                List.of(NoiseAssumption.values()).get(random.nextInt(2)),
                random.nextDouble(),
                1000 + random.nextInt(1000),
                500 + random.nextDouble(),
                1 + random.nextDouble(),
                random.nextInt(8) == 0 ? 2 : random.nextInt(2),
                random.nextDouble() / 10,
                new Findings(findings.stream()
                        .filter(finding -> finding.failed() || finding.figure().isPresent())
                        .toList()));
    }

    private RunReport run() {
        Set<SiteId> sites = Set.of(new SiteId("site-001"), new SiteId("site-002"));
        boolean rounds = form == Form.ROUNDS || form == Form.NORMS;
        return new RunReport(
                new RunReport.Provenance(
                        random.nextBoolean() ? "gram" : "",
                        Map.of("lambda", "0.1", "unit", "2.5"),
                        "of a test",
                        "insecure-plain"),
                rounds
                        ? List.of(new RoundReport(
                                0,
                                sites,
                                Set.of(),
                                new RoundReport.Consensus(0.1, 0.5, 0.25, 7),
                                new RoundReport.Penalties(1, 2, 3),
                                new PayloadBytes(120, 80),
                                21))
                        : List.of(),
                new PayloadBytes(120, 80),
                960,
                rounds ? Set.of() : Set.of(new SiteId("site-002")),
                form == Form.CAUTIOUS ? Map.of("matrixSigma", 0.03) : Map.of(),
                List.of("a note with \"quotes\" and a line\nbreak"));
    }
}
