// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Studies in one process whose rows have missing cells. */
class MissingCellsTest {

    private static final int D = 8;

    private static SimulatedSites study(int seed) {
        return SimulatedSites.of(new ErdosRenyi(D, 10, new WeightRange(0.4, 1)))
                .sites(4)
                .rowsPerSite(500)
                .noiseDeviations(0.5, 1.5)
                .seed(seed)
                .build();
    }

    private static List<RowSource> rows(SimulatedSites study) {
        return IntStream.range(0, study.sites()).mapToObj(study::rows).toList();
    }

    /** The rows without the cells that a rule names by the row and the column. */
    private static List<RowSource> without(List<RowSource> sites, BiPredicate<double[], Integer> missing) {
        List<RowSource> left = new ArrayList<>();
        for (RowSource site : sites) {
            List<double[]> all = new ArrayList<>();
            site.forEachRow(row -> {
                double[] kept = row.clone();
                for (int j = 0; j < row.length; j++) {
                    kept[j] = missing.test(row, j) ? Double.NaN : row[j];
                }
                all.add(kept);
            });
            left.add(InMemoryRows.withMissingCells(site.schema(), all.toArray(new double[0][])));
        }
        return left;
    }

    private static List<RowSource> atRandom(List<RowSource> sites, double share, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return without(sites, (row, j) -> random.nextDouble() < share);
    }

    private static NamedMethod gram() {
        return Method.named("gram").with("missing", "use");
    }

    @Test
    void withoutAMissingCell_theResultIsThatOfGram() throws Exception {
        List<RowSource> rows = rows(study(3));
        LearnedNetwork plain = Learning.of(Method.named("gram")).learn(rows);
        LearnedNetwork asked = Learning.of(gram()).learn(rows);
        for (int k = 0; k < D * D; k++) {
            assertEquals(plain.network().get(k / D, k % D), asked.network().get(k / D, k % D));
        }
        assertEquals(
                plain.evidence().orElseThrow().trust().findings(),
                asked.evidence().orElseThrow().trust().findings());
    }

    @Test
    void aFifthOfTheCells_costsNoPairs_andRowsWithoutAHoleAreFew() throws Exception {
        int all = 0;
        int holes = 0;
        for (int seed = 1; seed <= 4; seed++) {
            SimulatedSites study = study(seed);
            all += LackingColumnsTest.skeletonErrors(
                    Learning.of(Method.named("gram")).learn(rows(study)).network(), study.truth());
            LearnedNetwork found = Learning.of(gram()).learn(atRandom(rows(study), 0.2, seed));
            holes += LackingColumnsTest.skeletonErrors(found.network(), study.truth());
            assertTrue(
                    found.run().notes().stream().anyMatch(note -> note.startsWith("cells are missing, and all others")),
                    found.run().notes().toString());
        }
        assertTrue(holes <= all + 2, holes + " wrong pairs, " + all + " with all cells");
    }

    @Test
    void intervalsOfEffects_areWiderByWhatIsMissing() throws Exception {
        SimulatedSites study = study(5);
        Evidence all =
                Learning.of(Method.named("gram")).learn(rows(study)).evidence().orElseThrow();
        Evidence holes = Learning.of(gram())
                .learn(atRandom(rows(study), 0.4, 5))
                .evidence()
                .orElseThrow();
        assertTrue(width(holes) > 1.1 * width(all), width(holes) + " and " + width(all) + " of all cells");
    }

    private static double width(Evidence evidence) {
        return evidence.effects().map(TotalEffects::pairs).orElseThrow().stream()
                .filter(effect -> effect.probability() > 0.99)
                .mapToDouble(effect -> effect.change().upper() - effect.change().lower())
                .average()
                .orElseThrow();
    }

    /** Messages are sent as changes: sums of 1e20 and correlations may not share a place. */
    @Test
    void columnsInLargeUnits_giveTheSameNetwork() throws Exception {
        List<RowSource> rows = atRandom(rows(study(6)), 0.2, 6);
        List<RowSource> large = new ArrayList<>();
        for (RowSource site : rows) {
            List<double[]> all = new ArrayList<>();
            site.forEachRow(row -> {
                double[] other = row.clone();
                other[1] = 1e9 * row[1] + 1e10;
                other[4] = 1e9 * row[4] - 1e10;
                all.add(other);
            });
            large.add(InMemoryRows.withMissingCells(site.schema(), all.toArray(new double[0][])));
        }
        LearnedNetwork one = Learning.of(gram().with("own-units", "true")).learn(rows);
        LearnedNetwork other = Learning.of(gram().with("own-units", "true")).learn(large);
        for (int k = 0; k < D * D; k++) {
            assertEquals(one.network().hasEdge(k / D, k % D), other.network().hasEdge(k / D, k % D), "edge " + k);
        }
        assertEquals(one.network().get(1, 4), other.network().get(1, 4), 1e-5);
        assertEquals(one.network().get(4, 1), other.network().get(4, 1), 1e-5);
    }

    @Test
    void sitesThatLackColumns_haveMissingCells() throws Exception {
        SimulatedSites study = study(7);
        List<RowSource> rows = new ArrayList<>(atRandom(rows(study), 0.1, 7));
        VariableSchema schema = rows.get(1).schema();
        List<double[]> kept = new ArrayList<>();
        rows.get(1).forEachRow(row -> kept.add(Arrays.copyOf(row, D - 1)));
        rows.set(
                1,
                InMemoryRows.withMissingCells(
                        schema.choosing(schema.names().subList(0, D - 1)), kept.toArray(new double[0][])));
        LearnedNetwork found = Learning.of(
                        gram().with("lacks.site-002", schema.names().get(D - 1)))
                .learn(rows);
        assertTrue(LackingColumnsTest.skeletonErrors(found.network(), study.truth()) <= 1);
    }

    @Test
    void aColumnThatIsMissingWhereAnotherIsLarge_isNamed_andNoneIsAtRandom() throws Exception {
        List<RowSource> rows = rows(study(11));
        SplittableRandom random = new SplittableRandom(1);
        LearnedNetwork depends = Learning.of(gram())
                .learn(without(rows, (row, j) -> j == 2 && random.nextDouble() < (row[5] > 1 ? 0.6 : 0.1)));
        List<Finding.Place> places =
                depends.evidence().orElseThrow().trust().findings().places(Misfit.MISSING_DEPENDS_ON);
        assertEquals(1, places.size());
        assertEquals(2, places.get(0).one());
        assertTrue(places.get(0).where().startsWith("on x6"), places.toString());
        int found = 0;
        for (int seed = 1; seed <= 20; seed++) {
            found += Learning.of(gram())
                    .learn(atRandom(rows, 0.2, seed))
                    .evidence()
                    .orElseThrow()
                    .trust()
                    .findings()
                    .places(Misfit.MISSING_DEPENDS_ON)
                    .size();
        }
        assertTrue(found <= 1, found + " of 20 at random");
    }

    @Test
    void hiddenCauses_areLookedForWithMissingCells() throws Exception {
        LearnedNetwork found =
                Learning.of(gram().with("hidden-causes", "true")).learn(atRandom(rows(study(9)), 0.2, 9));
        assertTrue(found.evidence().orElseThrow().pairs().marks().isPresent());
    }

    @Test
    void whatCannotBeDone_isRefusedByName() {
        List<RowSource> rows = rows(study(2));
        String refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> Learning.of(gram().with("orient", "non-gaussian")).learn(rows))
                .getMessage();
        assertTrue(refused.contains("missing") && refused.contains("orient"), refused);
        List<RowSource> never = without(rows, (row, j) -> j == 2 ? row[0] > -100 : j == 3 && row[0] > 100);
        String few = assertThrows(DataException.class, () -> Learning.of(gram()).learn(never))
                .getMessage();
        assertTrue(few.contains("x3") && few.contains("leave one of the columns out"), few);
    }

    /** One cell of x1 is missing; x3 is another column. */
    private static List<RowSource> withThird(ToDoubleFunction<double[]> third) {
        List<RowSource> changed = new ArrayList<>();
        for (RowSource site : rows(study(4))) {
            List<double[]> all = new ArrayList<>();
            site.forEachRow(row -> {
                double[] other = row.clone();
                other[2] = third.applyAsDouble(row);
                other[0] = all.isEmpty() ? Double.NaN : row[0];
                all.add(other);
            });
            changed.add(InMemoryRows.withMissingCells(site.schema(), all.toArray(new double[0][])));
        }
        return changed;
    }

    @Test
    void aConstantColumn_isNamed() {
        String constant = assertThrows(
                        DataException.class, () -> Learning.of(gram()).learn(withThird(row -> 0.1)))
                .getMessage();
        assertTrue(constant.contains("x3") && constant.contains("variance > 0"), constant);
    }

    /** As of gram without missing cells: sites are not asked about covariances that are singular. */
    @Test
    void aColumnThatIsASumOfOthers_isNoObstacle() throws Exception {
        WeightMatrix found =
                Learning.of(gram()).learn(withThird(row -> 2 * row[3] - row[4])).network();
        assertTrue(IntStream.range(0, D).anyMatch(j -> found.hasEdge(j, 2) || found.hasEdge(2, j)));
    }

    @Test
    void aRowWithoutACell_isAsIfItWereNot() throws Exception {
        List<RowSource> rows = rows(study(6));
        List<double[]> more = new ArrayList<>();
        rows.get(0).forEachRow(row -> more.add(row.clone()));
        double[] empty = new double[D];
        Arrays.fill(empty, Double.NaN);
        more.add(empty);
        List<RowSource> longer = new ArrayList<>(rows);
        longer.set(0, InMemoryRows.withMissingCells(rows.get(0).schema(), more.toArray(new double[0][])));
        WeightMatrix plain = Learning.of(gram()).learn(rows).network();
        WeightMatrix found = Learning.of(gram()).learn(longer).network();
        for (int k = 0; k < D * D; k++) {
            assertEquals(plain.get(k / D, k % D), found.get(k / D, k % D), 1e-9);
        }
    }
}
