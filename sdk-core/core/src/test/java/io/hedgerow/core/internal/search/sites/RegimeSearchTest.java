// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.FamilyMoments;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of which some came about under interventions, and results that say what was told and what does not fit it. */
class RegimeSearchTest {

    private static final int D = 6;
    private static final int ROWS = 800;

    /** x1 → x2 → … → x6, whose directions no rows alone tell. */
    private static WeightMatrix chain() {
        double[] rows = new double[D * D];
        for (int i = 0; i + 1 < D; i++) {
            rows[i * D + i + 1] = i % 2 == 0 ? 1 : -0.8;
        }
        return WeightMatrix.ofRows(D, rows);
    }

    /** Rows in which a target is drawn whatever its causes, or follows from them with weights and noise of its own. */
    private static RowSource rows(WeightMatrix graph, int target, double follows, long seed) {
        double[] weights = graph.toRows();
        double[] variances = new Random(9).doubles(D, 0.5, 2).toArray();
        if (target >= 0) {
            for (int i = 0; i < D; i++) {
                weights[i * D + target] *= follows;
            }
            variances[target] *= 3;
        }
        double[][] rows = LinearSem.of(WeightMatrix.ofRows(D, weights), Noise.GAUSSIAN, variances)
                .sample(ROWS, seed);
        for (double[] row : rows) {
            row[2] += 10 * seed; // levels of sites say nothing
        }
        return InMemoryRows.of(VariableSchema.numbered(D), rows);
    }

    private static LearnedNetwork learn(String told, List<RowSource> rows) throws InterruptedException {
        NamedMethod method = Method.named("gram");
        return Learning.of(told.isEmpty() ? method : method.with("interventions", told))
                .learn(rows);
    }

    private static Set<Misfit> flags(LearnedNetwork found) {
        return found.evidence().orElseThrow().trust().flags();
    }

    private static List<String> differing(LearnedNetwork found) {
        return found.evidence().orElseThrow().findings().places(Misfit.MECHANISMS_DIFFER).stream()
                .map(place -> found.named().name(place.one()) + " " + place.where())
                .toList();
    }

    private static String notes(LearnedNetwork found) {
        return String.join("\n", found.run().notes());
    }

    @ParameterizedTest
    @CsvSource({"set, 0", "changed, 0.2"})
    void aTarget_directsTheChainFromItOn(String kind, double follows) throws InterruptedException {
        List<RowSource> rows = List.of(rows(chain(), -1, 1, 1), rows(chain(), 1, follows, 2));
        LearnedNetwork open = learn("", rows);
        assertEquals(
                0, open.named().edges().stream().filter(edge -> edge.directed()).count());
        LearnedNetwork found = learn("site-002: " + kind + " x2", rows);
        Evidence evidence = found.evidence().orElseThrow();
        assertEquals(Set.of(), evidence.trust().flags(), notes(found));
        assertEquals(NoiseAssumption.UNEQUAL, evidence.trust().assumption());
        assertEquals(5, found.named().edges().size());
        found.named().edges().forEach(edge -> {
            assertEquals(edge.from() + 1, edge.to());
            assertTrue(edge.directed(), edge.toString());
        });
        assertEquals(
                EquivalenceClass.of(Dag.of(chain()), (i, j) -> false, List.of(Set.of(1))),
                evidence.pairs().pattern().orElseThrow());
        // its equation is that of the rows in which it is no target
        assertEquals(1, found.network().get(0, 1), 0.1);
        double noise = new Random(9).doubles(D, 0.5, 2).toArray()[1];
        assertEquals(noise, evidence.equations().get(1).noiseVariance(), 0.15 * noise);
        assertTrue(evidence.trust().findings().figure(Misfit.UNEXPLAINED).orElseThrow() < 1.8);
        assertTrue(
                notes(found)
                        .contains("interventions were used, 800 rows where nothing was a target, 800 rows where x2 was "
                                + kind),
                notes(found));
    }

    /** Told of another variable than the one that was set, the result names that one. */
    @Test
    void aWrongTarget_isNoticed() throws InterruptedException {
        List<RowSource> rows = List.of(rows(chain(), -1, 1, 1), rows(chain(), 1, 0, 2));
        LearnedNetwork wrong = learn("site-002: set x5", rows);
        assertTrue(flags(wrong).contains(Misfit.MECHANISMS_DIFFER), notes(wrong));
        assertTrue(differing(wrong).contains("x2 where nothing was a target"), "" + differing(wrong));
    }

    /** A direction that is known shows that a variable still follows from its cause. */
    @Test
    void aTargetThatStillFollowsFromAKnownCause_wasNotSet() throws InterruptedException {
        List<RowSource> rows = List.of(rows(chain(), -1, 1, 1), rows(chain(), -1, 1, 2));
        NamedMethod known = Method.named("gram").with("required", "x4->x5");
        LearnedNetwork set =
                Learning.of(known.with("interventions", "site-002: set x5")).learn(rows);
        assertTrue(flags(set).contains(Misfit.MECHANISMS_DIFFER), notes(set));
        assertTrue(differing(set).contains("x5 where x5 was set, though set there"), "" + differing(set));
        // to say that it was changed claims less
        LearnedNetwork changed =
                Learning.of(known.with("interventions", "site-002: changed x5")).learn(rows);
        assertFalse(flags(changed).contains(Misfit.MECHANISMS_DIFFER), notes(changed));
    }

    /** No data set of a right story is doubted, and no mark of a regime is raised by one. */
    @Test
    void rightTargets_areNotDoubted() throws InterruptedException {
        for (int seed = 1; seed <= 6; seed++) {
            WeightMatrix graph = new ErdosRenyi(D, 7).generate(seed);
            List<RowSource> rows = new ArrayList<>();
            for (int p = 0; p < 4; p++) {
                rows.add(rows(graph, p - 1, p == 2 ? 0.3 : 0, 10 * seed + p));
            }
            LearnedNetwork found = learn("site-002: set x1; site-003: changed x2; site-004: set x3", rows);
            assertEquals(Set.of(), flags(found), seed + ": " + notes(found));
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    assertEquals(
                            graph.hasEdge(i, j) || graph.hasEdge(j, i),
                            found.network().hasEdge(i, j) || found.network().hasEdge(j, i));
                }
            }
        }
    }

    @Test
    void aVariableThatVariesOnlyWhereItIsSet_isCauseAndNoEffect() throws InterruptedException {
        RowSource observed = rows(chain(), 1, 0, 1);
        List<double[]> constant = new ArrayList<>();
        observed.forEachRow(row -> {
            double[] copy = row.clone();
            copy[1] = 4;
            constant.add(copy);
        });
        RowSource untreated = InMemoryRows.of(VariableSchema.numbered(D), constant.toArray(new double[0][]));
        LearnedNetwork found = learn("site-002: set x2", List.of(untreated, rows(chain(), 1, 0, 2)));
        assertTrue(notes(found).contains("x2 varies only where it is a target"), notes(found));
        assertTrue(found.network().hasEdge(1, 2));
        for (int i = 0; i < D; i++) {
            assertFalse(found.network().hasEdge(i, 1));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "orient|non-gaussian|cannot be combined with interventions, for it directs edges",
                "hidden-causes|true|cannot be combined with interventions, for it looks at correlations"
            })
    void whatComparesOneMatrix_isRefused(String parameter, String value, String said) {
        NamedMethod method =
                Method.named("gram").with("interventions", "site-002: set x2").with(parameter, value);
        String refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> Learning.of(method).learn(List.of(rows(chain(), -1, 1, 1), rows(chain(), 1, 0, 2))))
                .getMessage();
        assertTrue(refused.contains(said), refused);
    }

    /** The longer vector has room for the network at its head; another score is said in a note. */
    @Test
    void sitesMayGetTheNetwork_andGraphsBeComparedByAnotherScore() throws InterruptedException {
        List<RowSource> rows = List.of(rows(chain(), -1, 1, 1), rows(chain(), 1, 0, 2));
        NamedMethod method = Method.named("gram").with("interventions", "site-002: set x2");
        LearnedNetwork plain = Learning.of(method).learn(rows);
        LearnedNetwork sent =
                Learning.of(method.with("network-to-sites", "true")).learn(rows);
        assertEquals(plain.network(), sent.network());
        LearnedNetwork bic = Learning.of(method.with("score", "bic").with("threshold", "0.5"))
                .learn(rows);
        assertTrue(notes(bic).contains("graphs were compared by the Bayesian information criterion"), notes(bic));
        assertEquals(5, bic.named().edges().size());
    }

    @Test
    void normalScores_andOtherMethods_areRefused() {
        List<RowSource> rows = List.of(rows(chain(), -1, 1, 1), rows(chain(), 1, 0, 2));
        NamedMethod method = Method.named("gram").with("interventions", "site-002: set x2");
        String scores = assertThrows(
                        IllegalArgumentException.class,
                        () -> Learning.of(method).inNormalScores().learn(rows))
                .getMessage();
        assertTrue(scores.contains("cannot be combined with interventions"), scores);
        for (String name : List.of("direct-lingam", "feature-gram", "fed-sparse")) {
            NamedMethod other = Method.named(name).with("interventions", "site-002: set x2");
            String refused = assertThrows(
                            IllegalArgumentException.class,
                            () -> Learning.of(other).learn(rows))
                    .getMessage();
            assertTrue(refused.contains("takes all rows for rows of one kind"), refused);
        }
    }

    @Test
    void equalNoiseVariances_areRefused() {
        double[] one = new double[] {1, 0.5, 0.5, 1};
        FamilyMoments.Moments all = new FamilyMoments.Moments(one, 50);
        FamilyMoments families =
                FamilyMoments.of(all, List.of(all, new FamilyMoments.Moments(new double[] {1, 0.2, 0.2, 1}, 30)));
        String refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> StructureSearch.of(2, 1).search(families))
                .getMessage();
        assertTrue(refused.contains("must assume unequal noise variances"), refused);
    }
}
