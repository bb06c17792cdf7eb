// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.search.ColumnFigures;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What sums over sites say of columns. */
class ColumnLookTest {

    private static final int SITES = 5;

    /** Rows of every site from normal numbers. */
    private static ColumnLook look(int rows, VariableSchema schema, BiFunction<Integer, double[], double[]> made) {
        double[] total = new double[SiteSums.layout(schema.size()).size()];
        Random random = new Random(3);
        for (int site = 0; site < SITES; site++) {
            int at = site;
            double[][] own = IntStream.range(0, rows)
                    .mapToObj(r -> made.apply(
                            at,
                            random.doubles(4, -1, 1)
                                    .map(x -> random.nextGaussian())
                                    .toArray()))
                    .toArray(double[][]::new);
            Parameters sent = SummedRows.read(
                    SiteData.of(new DatasetIdentity("rows"), InMemoryRows.of(schema, own)), SiteSums::of);
            for (int k = 0; k < total.length; k++) {
                total[k] += sent.get(k);
            }
        }
        return ColumnLook.of(schema, WithinSites.of(schema.size(), SITES, Parameters.takeOver(total)), "feature-gram");
    }

    private static String only(List<String> sentences, String wanted) {
        List<String> found =
                sentences.stream().filter(text -> text.contains(wanted)).toList();
        assertEquals(1, found.size(), () -> wanted + " in " + sentences);
        return found.get(0);
    }

    @Test
    void ordinaryColumns_haveTheirFiguresAndNothingToDo() {
        ColumnLook look = look(400, VariableSchema.of("a", "b", "c"), (site, z) ->
                new double[] {5 + 2 * z[0], z[0] + z[1], site + z[2]});
        ColumnFigures a = look.figures().get(0);
        assertEquals(5, a.mean(), 0.2);
        assertEquals(2, a.deviation(), 0.15);
        assertEquals(3, a.kurtosis().orElseThrow(), 0.5);
        assertEquals(0, a.skewness().orElseThrow(), 0.3);
        assertEquals(1, a.varyingShare());
        assertTrue(a.scaleFactor().isEmpty());
        // about the sites' own means, which differ
        assertEquals(1, look.figures().get(2).deviation(), 0.1);
        assertEquals(1, look.sentences().size(), () -> look.sentences().toString());
        assertTrue(
                look.sentences().get(0).startsWith("2000 rows of 5 sites, which a search would count as 19"),
                () -> look.sentences().toString());
        assertTrue(look.sentences().get(0).endsWith("as in one population"));
    }

    @Test
    void copiesAndSums_areFoundWhateverTheUnitsOfSites() {
        List<String> sentences = look(200, VariableSchema.of("a", "b", "c", "copy", "total"), (site, z) ->
                        new double[] {z[0], z[1], z[2], (site == 2 ? 100 : -1) * z[2] + 7, z[0] - 2 * z[1]})
                .sentences();
        assertEquals(
                "\"total\" is a sum of multiples of \"a\" and \"b\", but for less than 0.01 % of its variance: leave one"
                        + " of these columns out of the plan",
                only(sentences, "\"total\" is"));
        // its sign differs at one site, so it is no copy of all
        assertTrue(sentences.stream().noneMatch(text -> text.contains("\"copy\" is a copy")));
        List<String> others = look(200, VariableSchema.of("a", "copy"), (site, z) ->
                        new double[] {z[0], (site == 2 ? -100 : -1) * z[0] + 7})
                .sentences();
        assertTrue(
                others.get(0).startsWith("\"copy\" is a copy of \"a\" in some unit (correlation -1)"), others.get(0));
        assertTrue(only(others, "\"copy\" differ between sites").contains("by about 100, as in another unit"));
    }

    @Test
    void columnsThatDoNotVary_areNamedFirst_andShareIsToldWhereOnlySomeSitesDo() {
        ColumnLook look = look(100, VariableSchema.of("a", "never", "some"), (site, z) ->
                new double[] {z[0], 1, site == 0 ? 4 : z[1]});
        assertTrue(look.sentences().get(0).startsWith("constant at every site: \"never\""));
        assertTrue(only(look.sentences(), "\"some\"").contains("with 20 % of the rows"));
        assertEquals(0, look.figures().get(1).deviation());
        assertTrue(look.figures().get(1).kurtosis().isEmpty());
        assertEquals(0.8, look.figures().get(2).varyingShare(), 1e-9);
    }

    @Test
    void sitesThatDiffer_andColumnsFarFromNormal_areTold() {
        List<String> sentences = look(300, VariableSchema.of("a", "b", "amount", "tails"), (site, z) ->
                        new double[] {z[0], (site < 2 ? 2 : -2) * z[0] + z[1], Math.exp(z[2]), z[3] * z[3] * z[3]})
                .sentences();
        assertTrue(only(sentences, "no single population").contains("times as much as by chance"));
        assertTrue(only(sentences, "skewed: ").startsWith("skewed: \"amount\";"));
        assertTrue(only(sentences, "heavy tails: ").startsWith("heavy tails: \"tails\";"));
    }

    @Test
    void fewerRowsThanColumns_areNoSums() {
        VariableSchema schema = VariableSchema.numbered(12);
        Random random = new Random(5);
        List<String> sentences = look(
                        3, schema, (site, z) -> random.doubles(12, -1, 1).toArray())
                .sentences();
        assertTrue(sentences.stream().noneMatch(text -> text.contains("sum of multiples")), sentences::toString);
    }
}
