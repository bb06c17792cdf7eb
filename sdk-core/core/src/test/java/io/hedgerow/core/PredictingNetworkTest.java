// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.predict.Expected;
import io.hedgerow.core.predict.InterventionOutcome;
import io.hedgerow.core.predict.RowPredictor;
import io.hedgerow.core.search.Evidence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What networks that were learned say of rows, and where variables are set: age → dose → stay, with a tier for each.
 */
class PredictingNetworkTest {

    private static final double ROUND_OFF = 1e-9;

    private static final VariableSchema SCHEMA = VariableSchema.of("age", "dose", "stay");

    private static LearnedNetwork learned;

    @TempDir
    private Path temp;

    @BeforeAll
    static void learn() throws InterruptedException {
        learned = Learning.of(Method.named("gram").with("tiers", "age; dose; stay"))
                .learn(List.of(rows(1, 300), rows(2, 300), rows(3, 300)));
    }

    private static RowSource rows(long seed, int count) {
        Random random = new Random(seed);
        double[][] rows = new double[count][];
        for (int r = 0; r < count; r++) {
            double age = 60 + 10 * random.nextGaussian();
            double dose = 2 + 0.5 * age + 3 * random.nextGaussian();
            rows[r] = new double[] {age, dose, 1 + 0.2 * dose + random.nextGaussian()};
        }
        return InMemoryRows.of(SCHEMA, rows);
    }

    private static double mean(List<Expected> expected, String variable) {
        return expected.stream()
                .filter(one -> one.variable().equals(variable))
                .findFirst()
                .flatMap(one -> one.mean().stream().boxed().findFirst())
                .orElseThrow();
    }

    /** Of a chain what is known of dose says all of stay, and age follows backwards by the variances. */
    @Test
    void predict_ofCells_followsFromTheEquations() {
        Evidence.Equation age = learned.equations().get(0);
        Evidence.Equation dose = learned.equations().get(1);
        Evidence.Equation stay = learned.equations().get(2);
        double toDose = learned.network().get(0, 1);
        double toStay = learned.network().get(1, 2);
        assertEquals(2, learned.named().edgeCount());
        List<Expected> found = learned.predict(Map.of("dose", 40));
        assertEquals(stay.intercept() + toStay * 40, mean(found, "stay"), ROUND_OFF);
        double gain = toDose * age.noiseVariance() / (toDose * toDose * age.noiseVariance() + dose.noiseVariance());
        double usual = dose.intercept() + toDose * age.intercept();
        assertEquals(age.intercept() + gain * (40 - usual), mean(found, "age"), ROUND_OFF);
        assertEquals(usual, mean(learned.predict(Map.of()), "dose"), ROUND_OFF);
    }

    @Test
    void predict_ofRows_isThatOfTheirCells_andSaysHowWell() {
        List<List<Expected>> found = new ArrayList<>();
        RowSource fresh = rows(4, 500);
        RowPredictor predictor = learned.predict(fresh, List.of("dose"), found::add);
        List<Integer> read = new ArrayList<>();
        fresh.forEachRow(row -> {
            List<Expected> one = learned.predict(Map.of("dose", row[1]));
            assertEquals(mean(one, "age"), mean(found.get(read.size()), "age"), ROUND_OFF);
            read.add(1);
        });
        assertEquals(500, read.size());
        assertEquals(500, predictor.qualities().get(1).compared());
        // the noise of stay has deviation 1: its estimate's error is 1 / √1000, of which this is six
        assertEquals(1, predictor.qualities().get(1).rmse().orElseThrow(), 0.2);
    }

    @Test
    void predict_ofRowsInAnotherUnit_isRefused() {
        RowSource metres = rows(4, 500).inUnits(new double[3], new double[] {1, 1e-3, 1});
        String said = assertThrows(DataException.class, () -> learned.predict(metres, List.of(), row -> {}))
                .getMessage();
        assertTrue(said.contains("column dose has mean") && said.endsWith("of the data that was learned from"), said);
    }

    @Test
    void effects_ofASetVariable_areThoseOfTheWeights() {
        InterventionOutcome outcome = learned.effects(Map.of("dose", 50));
        InterventionOutcome.Change age = outcome.changes().get(0);
        assertEquals(age.before(), age.after());
        InterventionOutcome.Change stay = outcome.changes().get(1);
        assertEquals(
                learned.equations().get(2).intercept() + 50 * learned.network().get(1, 2), stay.after(), ROUND_OFF);
        assertEquals(
                Math.sqrt(learned.equations().get(2).noiseVariance()),
                stay.deviation().orElseThrow(),
                ROUND_OFF);
        assertTrue(outcome.notes().get(0).startsWith("assumes that the arrows are causes"));
    }

    @Test
    void effectAssumptions_areSaid() {
        assertEquals(
                List.of(
                        "relations are linear",
                        "no hidden cause acts on both, beyond what is said of hidden causes",
                        "those who are acted on are like those in the rows, and only this variable is set"),
                learned.effectAssumptions());
    }

    @Test
    void synthesise_drawsRows_fromWhichTheSameIsLearned() throws InterruptedException {
        RowSource drawn = learned.synthesise(5000, 3);
        LearnedNetwork again = Learning.of(Method.named("gram").with("tiers", "age; dose; stay"))
                .learn(List.of(drawn));
        assertEquals(learned.named().edges().size(), again.named().edges().size());
        // errors of weights: √(σ² / (n Var x)), six of them
        double ofDose = Math.sqrt(learned.equations().get(1).noiseVariance()
                / 5000
                / learned.equations().get(0).noiseVariance());
        assertEquals(learned.network().get(0, 1), again.network().get(0, 1), 6 * ofDose);
    }

    @Test
    void aResultThatWasRead_saysTheSame() throws IOException {
        Path file = temp.resolve("result.json");
        learned.write(file);
        LearnedNetwork read = LearnedNetwork.read(file);
        assertEquals(mean(learned.predict(Map.of("age", 70)), "stay"), mean(read.predict(Map.of("age", 70)), "stay"));
        assertEquals(learned.effects(Map.of("age", 70)), read.effects(Map.of("age", 70)));
        List<double[]> one = new ArrayList<>();
        learned.synthesise(3, 1).forEachRow(row -> one.add(row.clone()));
        List<double[]> other = new ArrayList<>();
        read.synthesise(3, 1).forEachRow(row -> other.add(row.clone()));
        assertArrayEquals(one.toArray(double[][]::new), other.toArray(double[][]::new));
    }

    @Test
    void categories_haveProbabilities() throws InterruptedException {
        VariableSchema schema = VariableSchema.of("rain", "grass")
                .with(Map.of(
                        "rain", VariableKind.categorical("no", "yes"),
                        "grass", VariableKind.categorical("dry", "wet")));
        double[][] cells = new double[1000][];
        for (int r = 0; r < cells.length; r++) {
            double rain = r % 10 < 3 ? 1 : 0;
            cells[r] = new double[] {rain, rain == 1 && r % 100 < 80 ? 1 : r % 97 == 0 ? 1 : 0};
        }
        LearnedNetwork network = Learning.of(Method.named("gram")).learn(List.of(InMemoryRows.of(schema, cells)));
        Expected grass = network.predict(Map.of("rain", "yes")).get(0);
        assertEquals(network.tables().orElseThrow().posterior("grass", Map.of("rain", "yes")), grass.probabilities());
        assertEquals("wet", grass.likeliest().orElseThrow());
    }

    @Test
    void whatDoesNotPredict_saysWhy() throws InterruptedException {
        LearnedNetwork curves = Learning.of(Method.named("feature-gram")).learn(List.of(rows(1, 300), rows(2, 300)));
        String said = assertThrows(DataException.class, () -> curves.predict(Map.of()))
                .getMessage();
        assertTrue(said.startsWith("the network: ") && said.contains("each curve shows how a variable"), said);
        assertThrows(DataException.class, () -> curves.synthesise(5, 1));
        assertThrows(DataException.class, () -> curves.effects(Map.of("age", 1)));
    }
}
