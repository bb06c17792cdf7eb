// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Finding.Outcome;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code result.json} and the terminal say of a network is what is shown of it. */
class TrustDescriptionTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b", "c", "d");

    private static WeightMatrix matrix(double[][] entries) {
        double[] all = new double[16];
        for (double[] entry : entries) {
            all[(int) (4 * entry[0] + entry[1])] = entry[2];
        }
        return WeightMatrix.ofRows(4, all);
    }

    private static Trust trust(double effective, OptionalDouble disagreement, Set<Misfit> flags) {
        Map<Misfit, OptionalDouble> figures = Map.of(
                Misfit.SITES_DIFFER, disagreement,
                Misfit.UNEXPLAINED, OptionalDouble.of(1.1),
                Misfit.NOT_LINEAR, OptionalDouble.of(1),
                Misfit.NOT_GAUSSIAN, OptionalDouble.of(0));
        List<Finding> findings = Stream.of(Misfit.values())
                .filter(Misfit::isFlag)
                .map(misfit -> Finding.of(
                        misfit, figures.getOrDefault(misfit, OptionalDouble.empty()), flags.contains(misfit)))
                .toList();
        return trust(effective, findings);
    }

    private static Trust trust(double effective, List<Finding> findings) {
        return new Trust(NoiseAssumption.UNEQUAL, 0, 1770, effective, 2, 0, 0, new Findings(findings));
    }

    /** a → b is sure, b → c has a direction of .08, a → d is likelier absent; b and c have a hidden cause. */
    private static Evidence evidence(Trust trust) {
        End[][] at = new End[4][4];
        at[0][1] = End.ARROW;
        at[1][0] = End.TAIL;
        at[1][2] = End.ARROW;
        at[2][1] = End.ARROW;
        AncestralMarks marks = AncestralMarks.of(
                4,
                (i, j) -> Optional.ofNullable(at[i][j]),
                (i, j) -> i == 0 && j == 1,
                Optional.of(matrix(new double[][] {{0, 1, 0.9}, {1, 0, 0.9}, {1, 2, 0.7}, {2, 1, 0.7}})),
                12);
        WeightMatrix p = matrix(new double[][] {{0, 1, 0.97}, {1, 2, 0.08}, {2, 1, 0.92}, {0, 3, 0.18}, {2, 3, 0.95}});
        Evidence plain = new Evidence(
                new PairProbabilities(
                        Optional.empty(), Optional.of(p), trust.cap(), Optional.empty(), Optional.of(marks)),
                List.of(),
                trust,
                OptionalInt.empty());
        return plain.with(
                Finding.at(Misfit.UNEXPLAINED_PAIRS, List.of(new Finding.Place(2, 3, OptionalDouble.of(-7.8)))));
    }

    private static NamedNetwork network(Evidence evidence) {
        return NamedNetwork.of(SCHEMA, matrix(new double[][] {{0, 1, 0.5}, {1, 2, -0.9}, {0, 3, 0.4}}))
                .withPairs(evidence.pairs())
                .withSmallestEffect(OptionalDouble.of(0.0754));
    }

    private static TrustDescription words(Evidence evidence) {
        return new TrustDescription(network(evidence), evidence);
    }

    private static YamlNode document(Evidence evidence) {
        RunReport run = new RunReport(
                new RunReport.Provenance("a test", "none"),
                List.of(),
                new PayloadBytes(0, 0),
                0,
                Set.of(),
                Map.of(),
                List.of());
        NetworkPart part = new NetworkPart(network(evidence), Optional.of(evidence), FittedEquations.NONE);
        String text = new ResultDocument(part, run, Map.of()).text();
        return YamlDocument.json("result.json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** The values of fields, with spaces between; - for those that are left out. */
    private static String values(YamlNode node, String... fields) {
        return Stream.of(fields)
                .map(field -> node.optional(field).flatMap(YamlNode::scalar).orElse("-"))
                .collect(Collectors.joining(" "));
    }

    private static List<String> all(YamlNode node, String list, String... fields) {
        return node.required(list).items("a list").stream()
                .map(item -> values(item, fields))
                .toList();
    }

    /** The share of rows is written and read back; the verdict stays. */
    @Test
    void aColumnThatIsConstantSomewhere_isWarnedOf_withoutAFlag() {
        Evidence plain = evidence(trust(1764, OptionalDouble.of(0.9), Set.of()));
        Evidence constant = plain.with(Finding.atColumns(Misfit.CONSTANT_SOMEWHERE, Map.of(2, 0.664)));
        String warning = "\"c\" varies at sites with 66 % of the rows only, from which its edges come; all rows count"
                + " for the other columns";
        assertTrue(
                words(constant).warnings().contains(warning),
                words(constant).warnings().toString());
        assertFalse(words(plain).warnings().contains(warning));
        assertEquals(words(plain).summary(), words(constant).summary());
        YamlNode trust = document(constant).required("trust");
        assertEquals(
                List.of("constant-somewhere c 0.664 -"), all(trust, "places", "finding", "column", "figure", "where"));
        assertEquals(List.of(), trust.required("flags").items("a list"));
        assertEquals(
                List.of(new Finding.Place(2, 0.664)),
                TrustReader.read(
                                trust,
                                column ->
                                        SCHEMA.indexOf(column.required("column").text("a name")))
                        .findings()
                        .places(Misfit.CONSTANT_SOMEWHERE));
    }

    /** Noises that look normal are named; without them the network agrees, and there are no probabilities to cap. */
    @Test
    void whereNoiseDirectsEdges_normalNoiseIsSaid() {
        Finding fits = Finding.of(Misfit.UNEXPLAINED, OptionalDouble.of(1.1), false);
        Evidence good = directed(List.of(fits, normal(Outcome.PASSED, List.of())));
        assertEquals("3 edges with directions by the noise; the data agree with one linear network", summary(good));
        assertEquals(List.of(), words(good).warnings());
        List<Finding.Place> places = List.of(
                new Finding.Place(0, 0, OptionalDouble.empty()), new Finding.Place(3, 3, OptionalDouble.empty()));
        Evidence bad = directed(List.of(fits, normal(Outcome.FAILED, places)));
        assertTrue(summary(bad).contains("directions between these are not identified"), summary(bad));
        assertEquals(
                List.of("normal-noise: " + Misfit.NORMAL_NOISE.meaning() + ": a and d; "
                        + Misfit.NORMAL_NOISE.remedy()),
                words(bad).warnings());
        for (Evidence evidence : List.of(good, bad)) {
            YamlNode trust = document(evidence).required("trust");
            assertEquals(
                    evidence.findings(),
                    TrustReader.read(
                                    trust,
                                    column -> SCHEMA.indexOf(
                                            column.required("column").text("a name")))
                            .findings());
        }
        Evidence units = directed(List.of(
                fits, normal(Outcome.PASSED, List.of()), Finding.atColumns(Misfit.SCALES_DIFFER, Map.of(1, 1000.0))));
        assertTrue(
                words(units).warnings().get(0).contains("edges may be wrong"),
                "" + words(units).warnings());
    }

    /** What tests found is said of a search that did not settle, too. */
    @Test
    void aSearchThatDidNotSettle_isSaidBesideTheFindings() {
        for (boolean bent : new boolean[] {false, true}) {
            Findings findings = new Findings(List.of(
                    Finding.of(Misfit.UNEXPLAINED, OptionalDouble.of(1.1), false),
                    Finding.of(Misfit.NOT_LINEAR, OptionalDouble.of(bent ? 9 : 1), bent)));
            Trust trust = new Trust(NoiseAssumption.UNEQUAL, 0, 1770, 1764, 2, 3, 0.4, findings);
            String summary = summary(new Evidence(
                    new PairProbabilities(Optional.empty(), Optional.empty(), trust.cap()),
                    List.of(),
                    trust,
                    OptionalInt.empty()));
            assertTrue(summary.contains("the search did not settle"), summary);
            assertEquals(bent, summary.contains("some relations are not linear"), summary);
        }
    }

    /** Variables are named with their rows; where most differ, none is. */
    @Test
    void mechanismsThatDiffer_areNamedWithTheirRows() {
        List<Finding.Place> places = List.of(
                new Finding.Place(1, 1, OptionalDouble.empty(), "where a was set"),
                new Finding.Place(2, 2, OptionalDouble.empty(), "where a was set"),
                new Finding.Place(3, 3, OptionalDouble.empty(), "where d was set, though set there"));
        Evidence some = directed(
                List.of(new Finding(Misfit.MECHANISMS_DIFFER, Outcome.FAILED, OptionalDouble.of(0.3), places)));
        String warning = words(some).warnings().get(0);
        assertTrue(
                warning.startsWith("mechanisms-differ: some variables do not follow from their causes as the"
                        + " interventions say"),
                warning);
        assertTrue(
                warning.contains(
                        ": b and c where a was set; d where d was set, though set there; name what was" + " disturbed"),
                warning);
        assertEquals(some.findings(), read(some));
        Evidence most = directed(
                List.of(new Finding(Misfit.MECHANISMS_DIFFER, Outcome.FAILED, OptionalDouble.of(0.7), List.of())));
        assertTrue(summary(most).contains("most variables follow"), summary(most));
        assertEquals(most.findings(), read(most));
    }

    private static Findings read(Evidence evidence) {
        return TrustReader.read(
                        document(evidence).required("trust"),
                        column -> SCHEMA.indexOf(column.required("column").text("a name")))
                .findings();
    }

    private static Finding normal(Outcome outcome, List<Finding.Place> places) {
        return new Finding(Misfit.NORMAL_NOISE, outcome, OptionalDouble.of(places.size()), places);
    }

    private static Evidence directed(List<Finding> findings) {
        Trust trust = trust(1764, findings);
        return new Evidence(
                new PairProbabilities(Optional.empty(), Optional.empty(), trust.cap()),
                List.of(),
                trust,
                OptionalInt.empty());
    }

    private static String summary(Evidence evidence) {
        return words(evidence).summary();
    }

    @Test
    void edges_areThoseThatAreShown_withTheirMarks() {
        YamlNode document = document(evidence(trust(1764, OptionalDouble.of(0.9), Set.of())));
        // of the second the reverse has .92
        assertEquals(
                List.of("a b true --> 0.9 true", "b c false <-> 0.7 -"),
                all(document, "edges", "from", "to", "directed", "mark", "markShare", "visible"));
    }

    @Test
    void hiddenCausesOfSeries_areThoseWithinAStep() {
        Evidence evidence = evidence(trust(1764, OptionalDouble.of(0.9), Set.of(Misfit.HIDDEN_CAUSE)));
        String series = "hidden-cause: within a step a network in which causes are hidden explains";
        assertFalse(String.join("\n", words(evidence).warnings()).contains("within a step"));
        assertTrue(words(evidence.lookingBack(1)).warnings().get(0).startsWith(series));
        assertTrue(words(evidence.lookingBack(1)).summary().contains("too few lags"));
    }

    @Test
    void summary_countsWhatIsShown_andNothingVanishes() {
        Evidence evidence = evidence(trust(1764, OptionalDouble.of(0.9), Set.of()));
        String summary = words(evidence).summary();
        assertTrue(
                summary.startsWith("2 edges, 1 with a direction that is identified, 1 of the network that predicts"
                        + " likelier absent and not shown, 2 joined with probability 0.9 or more"),
                summary);
        assertEquals(
                List.of("b and c: a hidden cause of both is the only explanation"),
                words(evidence).hiddenCauses());
        YamlNode trust = document(evidence).required("trust");
        assertEquals(List.of("a d - 0.18"), all(trust, "notShown", "from", "to", "lag", "adjacent"));
        assertEquals(List.of("b c 0.7"), all(trust, "hiddenCauses", "one", "other", "share"));
        assertEquals(List.of("c d -7.8"), all(trust, "unexplainedPairs", "one", "other", "t"));
        assertEquals("0.0754", values(trust, "smallestEffect"));
        List<String> undecided = all(trust, "undecided", "one", "other", "adjacent");
        assertTrue(undecided.contains("c d 0.95"), "likely, and not in the network: " + undecided);
        String warnings = String.join("\n", words(evidence).warnings());
        assertTrue(warnings.contains("c and d (t = -7.8): do not take them for independent"), warnings);
    }

    @Test
    void summary_withAnUnexplainedPair_neverSaysThatTheDataAgree() {
        String summary =
                words(evidence(trust(1764, OptionalDouble.of(0.9), Set.of()))).summary();
        assertTrue(
                summary.endsWith("; but 1 pair without an edge is dependent beyond doubt, which no edge"
                        + " explains; of 1 pair a hidden cause is the only explanation: do not take the edges for causes"
                        + " without other evidence"),
                summary);
        Evidence explained = evidence(trust(1764, OptionalDouble.of(0.9), Set.of()));
        PairProbabilities pairs = new PairProbabilities(
                Optional.empty(),
                explained.pairs().directed(),
                explained.pairs().cap());
        Trust trust = trust(1764, OptionalDouble.of(0.9), Set.of());
        String agreed = words(new Evidence(pairs, List.of(), trust, OptionalInt.empty()))
                .summary();
        assertTrue(agreed.endsWith("; the data agree with one linear network"), agreed);
    }

    @Test
    void summary_withAFlag_hasEvidenceInWords() {
        Evidence evidence = evidence(trust(1764, OptionalDouble.of(0.9), Set.of(Misfit.UNEXPLAINED)));
        String summary = words(evidence).summary();
        assertTrue(summary.contains(", 2 with strong evidence; but some correlations are left"), summary);
        assertFalse(summary.contains("0.9"), summary);
    }

    @Test
    void summary_saysOnceThatCausesAreHidden() {
        Evidence evidence = evidence(trust(1764, OptionalDouble.of(0.9), Set.of(Misfit.HIDDEN_CAUSE)));
        String summary = words(evidence).summary();
        assertTrue(summary.contains("but a network in which causes are hidden explains"), summary);
        assertFalse(summary.contains("of 1 pair"), summary);
    }

    @Test
    void warning_ofScales_namesTheColumnsThatDifferMost() {
        Finding scales = Finding.atColumns(Misfit.SCALES_DIFFER, Map.of(0, 1.5, 2, 10.0));
        List<String> warnings = words(evidence(trust(1764, List.of(scales)))).warnings();
        assertEquals(
                "scales-differ: columns vary more at some sites than at others, as in other units, so weights in units"
                        + " fit no site: check the units of c (factor 10.0), a (factor 1.50) at every site; evidence is"
                        + " told in words, and probabilities in files are at most 0.9",
                warnings.get(0));
        YamlNode trust = document(evidence(trust(1764, List.of(scales)))).required("trust");
        assertEquals(List.of("a 1.5", "c 10.0"), all(trust, "scaleFactors", "column", "factor"));
        assertEquals("-", values(trust, "siteDisagreement"), "was not judged");
    }

    @Test
    void summary_withoutATestOfTheStructure_saysSo() {
        Finding normal = Finding.of(Misfit.NOT_GAUSSIAN, OptionalDouble.of(0), false);
        Trust trust = trust(1764, List.of(normal));
        PairProbabilities pairs =
                new PairProbabilities(Optional.empty(), evidence(trust).pairs().directed(), trust.cap());
        String summary = words(new Evidence(pairs, List.of(), trust, OptionalInt.empty()))
                .summary();
        assertTrue(
                summary.endsWith("; the rows are too few to tell whether they agree with a linear network"), summary);
    }

    @Test
    void summary_ofMarks_countsCauses() {
        Evidence evidence =
                evidence(trust(1764, OptionalDouble.of(0.9), Set.of())).byMarks();
        String summary = words(evidence).summary();
        assertTrue(summary.startsWith("2 edges, 1 from a cause to what it affects"), summary);
    }

    @Test
    void rowsInWords_sayWhyNotAllCount() {
        assertEquals(
                "1770 rows count as 1764; pairs without an edge: 2 undecided, any other not seen"
                        + " (effects below 0.075 would not be)",
                rows(trust(1764, OptionalDouble.of(1.2), Set.of())));
        assertEquals(
                "1770 rows count as 800, for sites differ 2.2 times as much as by chance; pairs without an edge: 2"
                        + " undecided, any other not seen (effects below 0.075 would not be)",
                rows(trust(800, OptionalDouble.of(2.2), Set.of())));
        Trust release = trust(210, List.of(Finding.of(Misfit.UNEXPLAINED, OptionalDouble.of(1), false)));
        assertTrue(words(evidence(release).beingCautious())
                .rows("row")
                .startsWith("1770 rows count as 210, for the private release hides the rest;"));
        assertTrue(rows(release).startsWith("1770 rows count as 210; pairs"), "counts of few rows are no release");
        assertTrue(words(evidence(release)).rows("user").startsWith("1770 users count as 210; pairs"));
        Evidence series = evidence(trust(800, OptionalDouble.empty(), Set.of(Misfit.UNEXPLAINED)));
        assertTrue(words(series.lookingBack(1))
                .rows("row")
                .startsWith(
                        "1770 rows count as 800, for pairs without an edge depend on each other more than by chance;"));
        Evidence both = evidence(trust(300, OptionalDouble.of(2.2), Set.of(Misfit.UNEXPLAINED)));
        assertTrue(words(both.lookingBack(1))
                .rows("row")
                .startsWith(
                        "1770 rows count as 300, for sites differ 2.2 times as much as by chance, and pairs without an"
                                + " edge depend on each other more than by chance;"));
    }

    private static String rows(Trust trust) {
        return words(evidence(trust)).rows("row");
    }
}
