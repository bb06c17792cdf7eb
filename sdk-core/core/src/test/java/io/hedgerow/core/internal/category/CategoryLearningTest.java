// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.search.CategoricalModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code gram} with categories in one process: rows and seeds are fixed, so what is found is, too. */
class CategoryLearningTest {

    private static final NamedMethod GRAM = Method.named("gram");

    private static final VariableSchema SCHEMA = VariableSchema.of("sex", "ward", "risk", "dose", "days")
            .with(Map.of(
                    "sex", VariableKind.categorical("f", "m"),
                    "ward", VariableKind.categorical("A", "B", "C"),
                    "risk", VariableKind.categorical("low", "high")));

    /** sex → risk ← ward, risk → dose → days ← ward; an exclusive or of its causes is among the risks of sex. */
    private static double[][] rows(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[count][];
        for (int r = 0; r < count; r++) {
            double sex = random.nextInt(2);
            double ward = random.nextInt(3);
            double risk = random.nextDouble() < (sex == 1 ? 0.35 : 0.1) + 0.25 * ward ? 1 : 0;
            double dose = 3 + 2 * risk + random.nextDouble();
            double days = 10 + 1.5 * dose + (ward == 2 ? 2 : 0) + 2 * random.nextDouble();
            rows[r] = new double[] {sex, ward, risk, dose, days};
        }
        return rows;
    }

    private static List<RowSource> sites(DoubleBinaryOperator ward) {
        List<RowSource> sites = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            double[][] rows = rows(700, p + 1);
            for (double[] row : rows) {
                row[1] = ward.applyAsDouble(p, row[1]);
            }
            sites.add(InMemoryRows.of(SCHEMA, rows));
        }
        return sites;
    }

    private static LearnedNetwork learned(NamedMethod method, List<RowSource> rows) {
        try {
            return Learning.of(method).learn(rows);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Pairs that are joined with .9 or more: the dose tells the risk, so that days may follow from either. */
    private static long sure(LearnedNetwork found) {
        PairProbabilities pairs = found.evidence().orElseThrow().pairs();
        int d = SCHEMA.size();
        return IntStream.range(0, d * d)
                .filter(k -> k / d < k % d)
                .filter(k -> pairs.adjacent(k / d, k % d).orElse(0) >= 0.9)
                .count();
    }

    @Test
    void network_isOfVariables_withWeightsCountsAndEquations() {
        LearnedNetwork found = learned(GRAM, sites((p, ward) -> ward));
        assertEquals(5, sure(found));
        assertTrue(found.network().hasEdge(0, 2) && found.network().hasEdge(1, 2), "a collider");
        assertTrue(found.network().hasEdge(2, 3)
                && found.network().hasEdge(3, 4)
                && found.network().hasEdge(1, 4));
        assertEquals(1.5, found.network().get(3, 4), 0.1, "a coefficient");
        double of = found.network().get(1, 2);
        assertTrue(of > 0.3 && of < 0.6, "between 0 and 1 by information, was " + of);
        assertTrue(found.evidence().orElseThrow().trust().flags().isEmpty());
        assertEquals(0.99, found.evidence().orElseThrow().trust().cap());
        CategoricalModel model = found.evidence().orElseThrow().categories().orElseThrow();
        CategoricalModel.FamilyCounts risk = model.tables().get(2);
        assertEquals(List.of(0, 1), risk.parents());
        assertEquals(6, risk.combinations());
        // of f in ward A about .1, of m in ward C about .85; of 350 rows a share has a standard error below .03
        assertEquals(0.1, risk.probability(0, 1), 0.08);
        assertEquals(0.85, risk.probability(5, 1), 0.08);
        assertEquals(1, risk.probability(3, 0) + risk.probability(3, 1), 1e-12);
        assertEquals(2100, risk.counts().stream().mapToDouble(n -> n).sum());
        CategoricalModel.Line days = model.equations().get(1);
        assertEquals(4, days.target());
        assertTrue(days.terms().size() >= 3, "dose, and two of three wards");
        double shift = days.terms().stream()
                .filter(term -> term.cause() == 1)
                .mapToDouble(CategoricalModel.Term::weight)
                .max()
                .orElseThrow();
        assertTrue(Math.abs(shift) > 1.8 || days.terms().stream().anyMatch(term -> term.weight() < -1.8));
        assertTrue(
                found.run().notes().get(0).contains("joint tables"),
                found.run().notes().toString());
    }

    @Test
    void levelThatASiteLacks_andColumnThatIsConstantThere_areNoErrors() {
        LearnedNetwork lacking = learned(GRAM, sites((p, ward) -> p == 0 && ward == 2 ? 0 : ward));
        assertTrue(lacking.network().hasEdge(1, 4));
        LearnedNetwork constant = learned(GRAM, sites((p, ward) -> p == 0 ? 1 : ward));
        assertTrue(constant.network().hasEdge(1, 4));
        assertTrue(
                constant.run().notes().stream()
                        .anyMatch(note -> note.contains("different shares") && note.contains("ward")),
                constant.run().notes().toString());
        DataException none = assertThrows(DataException.class, () -> learned(GRAM, sites((p, ward) -> 1)));
        assertTrue(none.getMessage().contains("\"ward\""), none.getMessage());
    }

    /** Tables and equations are of the edges that the network has, so that both say the same. */
    @Test
    void threshold_leavesNoFamilyOfAnEdgeThatIsGone() {
        LearnedNetwork all = learned(GRAM, sites((p, ward) -> ward));
        LearnedNetwork few = learned(GRAM.with("threshold", "0.3"), sites((p, ward) -> ward));
        assertTrue(few.network().edgeCount() < all.network().edgeCount());
        CategoricalModel model = few.evidence().orElseThrow().categories().orElseThrow();
        for (CategoricalModel.FamilyCounts family : model.tables()) {
            family.parents().forEach(i -> assertTrue(few.network().hasEdge(i, family.target()), family.toString()));
        }
        for (CategoricalModel.Line line : model.equations()) {
            line.terms()
                    .forEach(term -> assertTrue(few.network().hasEdge(term.cause(), line.target()), line.toString()));
        }
        few.tables();
    }

    @Test
    void knownEdges_areKept() {
        LearnedNetwork found = learned(
                GRAM.with("required", "days->dose")
                        .with("forbidden", "sex->risk")
                        .with("tiers", "risk; ward"),
                sites((p, ward) -> ward));
        assertTrue(found.network().hasEdge(4, 3));
        assertFalse(found.network().hasEdge(0, 2));
        assertFalse(found.network().hasEdge(1, 2));
    }

    @Test
    void whatMakesNoSense_isRefusedBeforeAnythingIsRead() {
        AtomicInteger read = new AtomicInteger();
        List<String> many = new ArrayList<>();
        for (int l = 0; l < 200; l++) {
            many.add("I" + l);
        }
        VariableSchema wide = SCHEMA.with(Map.of("ward", new VariableKind.Categorical(many)));
        RowSource rows = new RowSource() {
            @Override
            public VariableSchema schema() {
                return wide;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                read.incrementAndGet();
            }
        };
        IllegalArgumentException levels =
                assertThrows(IllegalArgumentException.class, () -> learned(GRAM, List.of(rows)));
        assertTrue(levels.getMessage().contains("\"ward\" has 200"), levels.getMessage());
        for (NamedMethod wrong : List.of(
                GRAM.with("orient", "non-gaussian"),
                GRAM.with("score", "bic"),
                GRAM.with("hidden-causes", "true"),
                GRAM.withRounds(2))) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> learned(wrong, sites((p, ward) -> ward)));
            assertTrue(refused.getMessage().contains("categor"), refused.getMessage());
            String score = wrong.parameters().get("score");
            assertTrue(score == null || refused.getMessage().contains("score: " + score), refused.getMessage());
        }
        assertEquals(0, read.get());
        for (NamedMethod usual : List.of(GRAM.with("own-units", "true"), GRAM.with("score", "bge"))) {
            assertEquals(
                    "ward", learned(usual, sites((p, w) -> w)).schema().names().get(1));
        }
    }

    @Test
    void cellThatIsNoLevel_isRefused() {
        double[][] rows = rows(50, 1);
        rows[20][1] = 3;
        DataException wrong =
                assertThrows(DataException.class, () -> learned(GRAM, List.of(InMemoryRows.of(SCHEMA, rows))));
        assertTrue(wrong.getMessage().contains("column ward"), wrong.getMessage());
    }

    @Test
    void otherMethods_refuseCategoriesByName() {
        for (MethodDescriptor method : Method.descriptors()) {
            if (method.has(MethodTrait.IN_ONE_PROCESS) || method.has(MethodTrait.PROMISE)) {
                continue;
            }
            if (method.has(MethodTrait.CATEGORIES)) {
                assertEquals("gram", method.name());
                continue;
            }
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> learned(Method.named(method.name()), sites((p, ward) -> ward)),
                    method.name());
            assertTrue(refused.getMessage().contains("sex, ward, risk"), refused.getMessage());
        }
    }
}
