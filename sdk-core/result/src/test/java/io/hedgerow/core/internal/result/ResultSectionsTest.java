// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.RunReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every part of a result that may be left out: read as it was written, and refused by its place where it is damaged.
 */
class ResultSectionsTest {

    private static final RunReport RUN = new RunReport(
            new RunReport.Provenance("gram", Map.of("epsilon", "1.5", "unit", "user"), "of a test", "masked"),
            List.of(new RoundReport(
                    3,
                    Set.of(new SiteId("north"), new SiteId("south")),
                    Set.of(new SiteId("south")),
                    new RoundReport.Consensus(1e-9, 0.25, 0.125, 7),
                    new RoundReport.Penalties(0.5, 2, 4),
                    new PayloadBytes(120, 80),
                    21)),
            new PayloadBytes(120, 80),
            960,
            Set.of(new SiteId("south"), new SiteId("east")),
            Map.of("sigma", 0.1 + 0.2),
            List.of("a \"note\"\nof two lines", ""));

    private static final Trust TRUST = new Trust(
            NoiseAssumption.EQUAL,
            12.5,
            1000,
            812.25,
            3.5,
            1,
            0.0625,
            new Findings(List.of(
                    Finding.of(Misfit.SITES_DIFFER, OptionalDouble.of(2.75), true),
                    Finding.atColumns(Misfit.SCALES_DIFFER, Map.of(0, 3.25, 1, 1.0)),
                    Finding.of(Misfit.UNEXPLAINED, OptionalDouble.of(1.1), false),
                    Finding.notJudged(Misfit.NOT_GAUSSIAN, OptionalDouble.of(0.4)))),
            Optional.of(new Trust.Columns(List.of(3, 2), List.of(900L, 500L), 1, 0, 2, 450)));

    private static Evidence evidence(OptionalInt lags) {
        PairProbabilities pairs = new PairProbabilities(Optional.empty(), Optional.empty(), TRUST.cap());
        return new Evidence(pairs, List.of(), TRUST, lags);
    }

    private static ResultDocument document(VariableSchema schema, WeightMatrix weights, Evidence evidence) {
        NamedNetwork network = NetworkPart.named(schema, weights, Optional.empty(), Optional.of(evidence));
        return new ResultDocument(new NetworkPart(network, Optional.of(evidence), FittedEquations.NONE), RUN, Map.of());
    }

    private static ResultDocument plain() {
        return document(
                VariableSchema.of("a", "b"),
                WeightMatrix.of(new double[][] {{0, 1 / 3.0}, {0, 0}}),
                evidence(OptionalInt.empty()));
    }

    private static ResultDocument read(String text) {
        return ResultDocument.read("r.json", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads what was written; the text of what was read is the same. */
    private static NetworkPart reread(ResultDocument document) {
        String text = document.text();
        ResultDocument again = read(text);
        assertEquals(text, again.text());
        return again.network();
    }

    @Test
    void runs_areReadAsTheyWere() {
        assertEquals(RUN, read(plain().text()).run());
    }

    /** Figures of tests that passed, failed and were not judged; factors; rows of columns and of the scarcest pair. */
    @Test
    void trust_isReadAsItWas() {
        Trust read = reread(plain()).evidence().orElseThrow().trust();
        assertEquals(TRUST.columns(), read.columns());
        assertEquals(TRUST.assumption(), read.assumption());
        assertEquals(
                List.of(12.5, 812.25, 3.5, 0.0625),
                List.of(read.margin(), read.effectiveRows(), read.varianceRatio(), read.chainGap()));
        assertEquals(1000, read.rows());
        assertEquals(1, read.trappedChains());
        assertEquals(TRUST.flags(), read.flags());
        assertEquals(TRUST.cap(), read.cap());
        for (Misfit misfit : Misfit.values()) {
            assertEquals(TRUST.findings().figure(misfit), read.findings().figure(misfit), misfit.code());
            assertEquals(TRUST.findings().places(misfit), read.findings().places(misfit), misfit.code());
        }
        assertEquals(
                Finding.Outcome.NOT_JUDGED,
                read.findings().all().stream()
                        .filter(finding -> finding.about() == Misfit.NOT_GAUSSIAN)
                        .findFirst()
                        .orElseThrow()
                        .outcome());
    }

    /** The evidence may look back further than any edge: w [i][j] is from now, a [l − 1][i][j] from l steps before. */
    @Test
    void series_keepTheirLags_alsoWithoutAnEdge() {
        VariableSchema columns = new TimeSlices(VariableSchema.of("a", "b"), 3).stacked();
        double[] weights = new double[64];
        weights[1] = 0.75;
        weights[4 * 8] = -0.5; // a[t-2] -> a
        ResultDocument document = document(columns, WeightMatrix.ofRows(8, weights), evidence(OptionalInt.of(3)));
        String flat = document.text().replaceAll("\\s", "");
        assertTrue(
                flat.contains("\"series\":{\"lags\":3,\"w\":[[0.0,0.75],[0.0,0.0]],\"a\":[[[0.0,0.0],[0.0,0.0]],"
                        + "[[-0.5,0.0],[0.0,0.0]],[[0.0,0.0],[0.0,0.0]]]}"),
                flat);
        NetworkPart part = reread(document);
        assertEquals(3, part.lags());
        assertEquals(columns, part.network().schema());
        assertEquals(WeightMatrix.ofRows(8, weights), part.network().weights());
        assertEquals(List.of("a", "b"), part.variables());
        assertEquals(2, part.lag(4));
        assertEquals("a", part.name(4));
        assertEquals(
                "is a dynamic network, whose parents are earlier rows: only networks without lags are predicted with"
                        + " and written as fitted networks",
                part.whyNotLinear().orElseThrow());
    }

    @Test
    void effects_ofLevelsAndSteps_areReadAsTheyWere() {
        VariableSchema schema = new VariableSchema(
                List.of("sex", "ward", "dose"),
                List.of(
                        VariableKind.categorical("f", "m"),
                        VariableKind.categorical("A", "B", "C"),
                        VariableKind.NUMERIC));
        TotalEffects effects = new TotalEffects(
                0.25,
                0,
                List.of(
                        new TotalEffects.Effect(
                                0,
                                1,
                                0,
                                Optional.of(new TotalEffects.Contrast(1, 0, 2)),
                                0.75,
                                new TotalEffects.Interval(0.1 + 0.2, -1, 2),
                                new TotalEffects.Identification(
                                        List.of(2),
                                        List.of(0.0, 0.5),
                                        List.of(
                                                new TotalEffects.Link(1, 0, "o->"),
                                                new TotalEffects.Link(0, 2, "none")))),
                        new TotalEffects.Effect(
                                2,
                                1,
                                0,
                                Optional.empty(),
                                0.25,
                                new TotalEffects.Interval(0, 0, 0),
                                TotalEffects.Identification.NONE)));
        NetworkPart part = reread(document(
                schema,
                WeightMatrix.of(new double[][] {{0, 0.5, 0}, {0, 0, 0}, {0, 0, 0}}),
                evidence(OptionalInt.empty()).with(Optional.of(effects))));
        assertEquals(Optional.of(effects), part.effects());
        assertEquals(Map.of("sex", List.of("f", "m"), "ward", List.of("A", "B", "C")), part.levels());
        TotalEffects later = new TotalEffects(
                0,
                7,
                List.of(new TotalEffects.Effect(
                        0,
                        1,
                        7,
                        Optional.empty(),
                        1,
                        new TotalEffects.Interval(2, 1, 3),
                        TotalEffects.Identification.NONE)));
        ResultDocument series = document(
                new TimeSlices(VariableSchema.of("a", "b"), 1).stacked(),
                WeightMatrix.of(new double[][] {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0.5, 0, 0}, {0, 0, 0, 0}}),
                evidence(OptionalInt.of(1)).with(Optional.of(later)));
        assertEquals(Optional.of(later), reread(series).effects());
    }

    /** Of a number, a category of two levels, and both. */
    @Test
    void figures_areReadAsTheyWere_andRefusedOfAnotherKind() {
        VariableSchema schema = VariableSchema.of("x", "a").with(Map.of("a", VariableKind.categorical("no", "yes")));
        ReleasedFigures figures = new ReleasedFigures(
                List.of(
                        new ReleasedFigures.Margin(
                                0, ReleasedFigures.Statistic.MEAN, -1, new ReleasedFigures.Range(-0.1, 1.0 / 3)),
                        new ReleasedFigures.Margin(
                                1, ReleasedFigures.Statistic.SHARE, 1, new ReleasedFigures.Range(0, 0.25))),
                List.of(new ReleasedFigures.Pair(0, 1, new ReleasedFigures.Range(0.5, 0.75))));
        ResultDocument document = document(
                schema,
                WeightMatrix.of(new double[][] {{0, 0.5}, {0, 0}}),
                evidence(OptionalInt.empty()).with(figures));
        assertEquals(
                Optional.of(figures), reread(document).evidence().orElseThrow().figures());
        String wrong = document.text().replace("\"statistic\" : \"share\"", "\"statistic\" : \"mean\"");
        String message = assertThrows(DataException.class, () -> read(wrong)).getMessage();
        assertTrue(message.contains("must be share, of a category"), message);
    }

    @Test
    void networksOfSites_areReadByTheirNames() {
        NamedNetwork own =
                NamedNetwork.of(VariableSchema.of("a", "b"), WeightMatrix.of(new double[][] {{0, 0}, {-2.5, 0}}));
        ResultDocument whole = plain();
        ResultDocument read = read(new ResultDocument(
                        whole.network(), whole.run(), Map.of(new SiteId("south"), own, new SiteId("north"), own))
                .text());
        assertEquals(
                List.of(new SiteId("north"), new SiteId("south")),
                List.copyOf(read.personal().keySet()));
        assertEquals(-2.5, read.personal().get(new SiteId("south")).weights().get(1, 0));
    }

    /** Groups of settings are named with a dot, and lists are one text. */
    @Test
    void settingsInGroups_areReadByTheirPath() {
        String text = "{\"variables\":[\"a\"],\"edges\":[],\"settings\":{\"search\":{\"noise\":{\"kind\":\"own\"},"
                + "\"starts\":[1,2.50,\"x\"]},\"seed\":7},\"protection\":{\"upload\":\"masked\"}}";
        RunReport run = read(text).run();
        assertEquals(
                Map.of("search.noise.kind", "own", "search.starts", "1,2.50,x", "seed", "7"),
                run.provenance().settings());
        assertEquals("masked", run.provenance().upload(), "where earlier releases have it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"score\" : \"equal | \"score\" : \"equally | trust.score must be one of ",
                "\"rows\" : 1000 | \"rows\" : -1 | trust.rows must be",
                "\"rows\" : 1000 | \"rows\" : 1.5 | trust.rows must be",
                "\"sites-differ\" | \"sites-vary\" | trust.flags must be one of sites-differ, ",
                "\"sites-differ\" | \"pairs-hidden\" | trust.flags must be one of sites-differ, ",
                "\"trappedChains\" : 1 | \"trapped\" : 1 | key \"trust.trappedChains\" is missing",
                "\"chainGap\" : 0.0625 | \"chainGap\" : \"wide\" | trust.chainGap must be a number, was \"wide\"",
                "\"adjacent | \"voteShare\": 2, \"adjacent | edges.voteShare must be a number from 0 to 1, was \"2\"",
                "\"undecided\" : [ ] | \"undecided\" : [ ], \"notShown\" : [{\"from\": \"a\", \"to\": \"b\", \"lag\": 2,"
                        + " \"adjacent\": 0.1}] | trust.notShown.lag must be at most 0, the lags of the series",
                "\"round\" : 3 | \"turn\" : 3 | key \"history.round\" is missing",
                "\"supportSize\" : 7 | \"supportSize\" : -7 | history.supportSize must be",
                "\"east\" | \"ea st\" | outlying",
                "\"version\" : 1 | \"version\" : 0 | version must be"
            })
    void damage_isNamedByItsPlace(String what, String by, String message) {
        String text = plain().text().replace("\"directed\"", "\"adjacent\": 0.5, \"directed\"");
        assertTrue(text.contains(what), text);
        String damaged = text.replace(what, by);
        String complaint = String.valueOf(
                assertThrows(DataException.class, () -> read(damaged)).getMessage());
        assertTrue(complaint.startsWith("r.json:") && complaint.contains(message), complaint);
    }

    /** Two columns of a pair, or none. */
    @Test
    void scarcestPair_ofOneColumn_isRefused() {
        String text = plain().text();
        int from = text.indexOf("\"fewestRows\"");
        int cut = text.indexOf('}', from);
        String one = text.substring(0, cut + 1) + text.substring(text.indexOf(']', cut));
        assertTrue(String.valueOf(
                        assertThrows(DataException.class, () -> read(one)).getMessage())
                .contains("trust.fewestRows: must be the two columns of a pair, were 1"));
    }
}
