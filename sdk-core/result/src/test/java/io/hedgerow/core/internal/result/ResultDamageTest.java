// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.search.CategoricalModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Documents with categories that say something else in two places, or nothing that a reader can use. */
class ResultDamageTest {

    private static final String TRUST = "\"trust\":{\"summary\":\"\",\"score\":\"unequal-variances\",\"margin\":0,"
            + "\"rows\":10,\"effectiveRows\":10,\"siteDisagreement\":1,\"varianceRatio\":1,\"trappedChains\":0,"
            + "\"chainGap\":0,\"flags\":[],\"undecided\":[],\"smallestEffect\":0.1}";

    private static final String TABLES = "{\"target\":\"sex\",\"levels\":[\"f\",\"m\"],\"parents\":[],"
            + "\"probabilities\":[[0.25,0.75]],\"counts\":[4],\"prior\":1,\"rows\":[[0.5,2.5]]},"
            + "{\"target\":\"ward\",\"levels\":[\"A\",\"B\",\"C\"],\"parents\":[\"sex\"],"
            + "\"probabilities\":[[0.5,0.25,0.25],[0.2,0.2,0.6]],\"counts\":[4,5],\"prior\":6,"
            + "\"rows\":[[1,0,0],[0,0,2]]}";

    private static final String TEXT = "{\"variables\":[\"sex\",\"ward\",\"dose\"],"
            + "\"levels\":{\"sex\":[\"f\",\"m\"],\"ward\":[\"A\",\"B\",\"C\"]},\"kind\":\"dag\","
            + "\"edges\":[{\"from\":\"sex\",\"to\":\"ward\",\"weight\":0.4},"
            + "{\"from\":\"ward\",\"to\":\"dose\",\"weight\":0.3}],"
            + "\"parameters\":{\"model\":\"tables\",\"meaning\":\"\",\"scale\":\"measured\",\"equations\":["
            + "{\"variable\":\"sex\",\"parents\":[]},{\"variable\":\"ward\",\"parents\":["
            + "{\"variable\":\"sex\",\"information\":0.4}]},{\"variable\":\"dose\",\"intercept\":2,"
            + "\"noiseVariance\":1.5,\"parents\":[{\"variable\":\"ward\",\"information\":0.3},"
            + "{\"variable\":\"ward\",\"level\":\"C\",\"weight\":-0.5}]}]},\"tables\":[" + TABLES + "]," + TRUST + "}";

    private static ResultDocument read(String text) {
        return ResultDocument.read("result.json", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String complaint(String what, String by) {
        assertTrue(TEXT.contains(what), what);
        String damaged = TEXT.replace(what, by);
        return String.valueOf(
                assertThrows(DataException.class, () -> read(damaged)).getMessage());
    }

    @Test
    void families_areReadAsTheyStand() {
        CategoricalModel model = read(TEXT).network().categories().orElseThrow();
        assertEquals(List.of(0.5, 2.5), model.tables().get(0).counts());
        assertEquals(List.of(0), model.tables().get(1).parents());
        assertEquals(
                List.of(1.0, 0.0, 0.0, 0.0, 0.0, 2.0), model.tables().get(1).counts());
        assertEquals(
                List.of(new CategoricalModel.Line(2, 2, 1.5, List.of(new CategoricalModel.Term(1, 2, -0.5)))),
                model.equations());
    }

    /** Forty parents of two levels have more combinations than a count of 32 bits: a document, not a failure. */
    @Test
    void tableOfMoreCombinationsThanANumberCounts_isRefusedByItsPlace() {
        List<String> names =
                IntStream.range(0, 41).mapToObj(j -> "\"c" + j + "\"").toList();
        String levels = names.stream().map(name -> name + ":[\"a\",\"b\"]").collect(Collectors.joining(","));
        List<String> tables = new ArrayList<>();
        for (int j = 0; j < 41; j++) {
            tables.add("{\"target\":" + names.get(j) + ",\"levels\":[\"a\",\"b\"],\"parents\":["
                    + (j == 40 ? String.join(",", names.subList(0, 40)) : "")
                    + "],\"probabilities\":[[0.5,0.5]],\"counts\":[1],\"prior\":1}");
        }
        String text = "{\"variables\":[" + String.join(",", names) + "],\"levels\":{" + levels
                + "},\"kind\":\"dag\",\"edges\":[],\"parameters\":{\"model\":\"tables\",\"meaning\":\"\","
                + "\"scale\":\"measured\",\"equations\":[]},\"tables\":[" + String.join(",", tables) + "]," + TRUST
                + "}";
        String message = String.valueOf(
                assertThrows(DataException.class, () -> read(text)).getMessage());
        assertTrue(message.contains("tables.probabilities: must have a line for each of the 2147483647"), message);
    }

    @Test
    void families_thatContradictThemselves_areRefusedByTheirPlace() {
        requireStart("tables: must have one table of each category, has two of sex", TABLES, TABLES + "," + TABLES);
        requireStart(
                "tables: must have a table of each category, has none of sex",
                TABLES,
                TABLES.substring(TABLES.indexOf("},{") + 2));
        requireStart("tables.target must be a variable with levels", "{\"target\":\"sex\"", "{\"target\":\"dose\"");
        requireStart("tables.parents must be a variable with levels", "[\"sex\"],\"prob", "[\"dose\"],\"prob");
        requireStart("tables.probabilities: must have a line for each of the 2 combinations", ",[0.2,0.2,0.6]]", "]");
        requireStart("tables.rows: must have a line for each of the 2 combinations", "[[1,0,0],[0,0,2]]", "[[1,0,0]]");
        requireStart("tables.rows must be a number of at least 0", "[[0.5,2.5]]", "[[-0.5,2.5]]");
        requireStart(
                "tables.probabilities: must be those that rows and prior make, were others in line 2",
                "[0.2,0.2,0.6]",
                "[0.2,0.3,0.5]");
        requireStart(
                "parameters.equations.parents.level must be one of the levels A, B, C",
                "\"level\":\"C\"",
                "\"level\":\"D\"");
    }

    private static void requireStart(String expected, String what, String by) {
        String complaint = complaint(what, by);
        assertTrue(complaint.replaceFirst("^result\\.json:1: ", "").startsWith(expected), complaint);
    }

    /** Older documents have no rows of levels: counts follow from probabilities, lines and the prior. */
    @Test
    void countsWithoutRows_followFromProbabilities() {
        String old = TEXT.replace(",\"rows\":[[0.5,2.5]]", "").replace(",\"rows\":[[1,0,0],[0,0,2]]", "");
        CategoricalModel model = read(old).network().categories().orElseThrow();
        assertEquals(0.5, model.tables().get(0).counts().get(0), 1e-12);
        assertEquals(
                List.of(1.0, 0.0, 0.0, 0.0, 0.0, 2.0), model.tables().get(1).counts());
        assertTrue(complaint(
                        TABLES,
                        TABLES.replace(",\"rows\":[[1,0,0],[0,0,2]]", "").replace("[4,5]", "[4]"))
                .contains("must have a number for each line of probabilities, had 1"));
    }

    /** An edge that is there twice, of a variable with itself or in a cycle says nothing. */
    @Test
    void edges_thatContradictEachOther_areRefused() {
        String edge = "{\"from\":\"sex\",\"to\":\"ward\",\"weight\":0.4}";
        assertTrue(complaint(edge, edge + "," + edge).contains("sex -> ward is there twice"));
        assertTrue(complaint(edge, edge.replace("\"to\":\"ward\"", "\"to\":\"sex\""))
                .contains("must join two variables"));
        assertTrue(complaint(edge, edge + "," + "{\"from\":\"dose\",\"to\":\"sex\",\"weight\":0.1}")
                .contains("must have no cycle, have one through sex, ward, dose"));
    }

    /** Any character that is left out or replaced: a document, or a refusal that names the file. */
    @Test
    void damagedCharacters_neverEndInAnotherFailure() {
        Random random = new Random(6);
        int refused = 0;
        for (int time = 0; time < 3000; time++) {
            StringBuilder damaged = new StringBuilder(TEXT);
            for (int more = random.nextInt(3); more >= 0; more--) {
                int at = random.nextInt(damaged.length());
                if (random.nextBoolean()) {
                    damaged.deleteCharAt(at);
                } else {
                    damaged.setCharAt(at, "{}[],:\"0123456789.-eE abcdw".charAt(random.nextInt(27)));
                }
            }
            try {
                read(damaged.toString());
            } catch (DataException e) {
                refused++;
                assertTrue(String.valueOf(e.getMessage()).startsWith("result.json"), e.getMessage());
            } catch (RuntimeException e) {
                throw new AssertionError(damaged.toString(), e);
            }
        }
        assertTrue(refused > 1000, refused + " of 3,000");
    }
}
