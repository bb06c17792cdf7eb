// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Evidence;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many pairs are asked for: x₅ = x₁ x₂ + x₁ + x₂ with noise, of five variables, so 40 columns of single ones and 90
 * of ten pairs.
 */
class FeaturePairsTest {

    private static final int VARIABLES = 5;
    private static final String TOLD = "would tell these one by one";

    private final FeatureLayout layout = FeatureRelease.layout(VARIABLES, true);
    /** In the last round that has them; none before. */
    private int asked;

    /** Two sites, each with half of the rows. */
    private FeatureLearner.Found learned(FeatureRelease.Seen seen, int rows) {
        double[][] all = new double[rows][];
        double[][] causes = FeatureRows.of(rows, 21, 1, row -> 0, row -> 0, row -> 0);
        double[][] noise = FeatureRows.of(rows, 22, 0.2);
        Arrays.setAll(all, r -> {
            double[] row = Arrays.copyOf(causes[r], VARIABLES);
            row[VARIABLES - 1] = row[0] * row[1] + row[0] + row[1] + 0.2 * noise[r][0];
            return row;
        });
        FeatureRelease site = new FeatureRelease(VARIABLES, true, seen);
        List<double[][]> sites = List.of(Arrays.copyOf(all, rows / 2), Arrays.copyOfRange(all, rows / 2, rows));
        asked = 0;
        Parameters first = sum(site, sites, Parameters.zeros(layout.size()));
        WithinSites moments = WithinSites.of(VARIABLES, sites.size(), FeatureRelease.moments(VARIABLES, true, first));
        return new FeatureLearner(EdgeKnowledge.none(VARIABLES), Optional.empty(), true, seen, 5)
                .learn(VariableSchema.numbered(VARIABLES), moments, told -> sum(site, sites, told));
    }

    /** A site that would tell its rows throws. */
    private Parameters sum(FeatureRelease site, List<double[][]> sites, Parameters told) {
        if (layout.round(told) == 3) {
            asked = layout.map(told).pairs().length;
        }
        double[] sum = new double[layout.size()];
        for (double[][] rows : sites) {
            Parameters sent = FeatureRows.answer(site, layout, told, rows);
            Arrays.setAll(sum, a -> sum[a] + sent.get(a));
        }
        return Parameters.takeOver(sum);
    }

    private static boolean actTogether(FeatureLearner.Found found) {
        return found.network().hasEdge(0, 4)
                && found.network().hasEdge(1, 4)
                && found.evidence().curves().stream()
                        .filter(curve -> curve.to() == 4)
                        .allMatch(Evidence.Curve::interacting);
    }

    private static OptionalInt numbersIn(List<String> notes) {
        return IntStream.range(0, notes.size())
                .filter(k -> notes.get(k).contains(TOLD))
                .findFirst();
    }

    /** 130 columns of 100 rows. */
    @Test
    void inOneProcess_allPairsAreAskedForAtAnyNumberOfRows() {
        FeatureLearner.Found found = learned(FeatureRelease.Seen.IN_ONE_PROCESS, 100);
        assertEquals(10, asked);
        assertTrue(numbersIn(found.notes()).isEmpty(), found.notes().toString());
        assertTrue(actTogether(found), found.network().toString());
    }

    /** All where 130 < rows of all sites together, otherwise 2 (40 + 9 p) ≤ rows. */
    @ParameterizedTest
    @CsvSource({"100, 1", "130, 2", "132, 10"})
    void behindMasks_notSoManyThatRowsAreTold(int rows, int pairs) {
        FeatureLearner.Found found = learned(FeatureRelease.Seen.TOTAL, rows);
        assertEquals(pairs, asked);
        List<String> notes = found.notes();
        if (pairs == 10) {
            assertFalse(numbersIn(notes).isPresent(), notes.toString());
        } else {
            assertEquals(
                    "causes may act together in " + pairs + " pairs only, and in " + (10 - pairs)
                            + " others were assumed to act alone: sums of as many columns as the " + rows
                            + " rows of all sites together would tell these one by one, and sums of half as many tell less",
                    notes.get(numbersIn(notes).orElseThrow()));
        }
        assertTrue(actTogether(found), "the pair that matters comes first");
    }

    @Test
    void behindMasks_withoutRoom_causesActAlone() {
        FeatureLearner.Found found = learned(FeatureRelease.Seen.TOTAL, 48);
        assertEquals(0, asked);
        assertEquals(
                "causes were assumed to act alone: sums of as many columns as the 48 rows of all sites together would"
                        + " tell these one by one, and sums of half as many tell less",
                found.notes().get(numbersIn(found.notes()).orElseThrow()));
    }

    /** The sites would refuse, and end the study, where the rows of all are enough and their own are not. */
    @Test
    void ofSitesThatAreSeen_theRowsOfOneCount() {
        FeatureLearner.Found found = learned(FeatureRelease.Seen.EACH, 200);
        assertEquals(1, asked);
        assertTrue(
                found.notes().get(numbersIn(found.notes()).orElseThrow()).contains("as the 100 rows of a site would"),
                found.notes().toString());
    }
}
