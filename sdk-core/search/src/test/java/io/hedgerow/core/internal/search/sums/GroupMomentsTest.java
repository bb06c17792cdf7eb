// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.AbsentColumns;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.SiteId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class GroupMomentsTest {

    private static final int D = 5;
    private static final int SITES = 4;
    private static final VariableSchema SCHEMA = VariableSchema.numbered(D);
    private static final List<SiteId> NAMES = SiteId.numbered(SITES);

    /** Rows of sites with means of their own, in which every site but the first lacks some columns. */
    private record Study(List<double[][]> rows, ColumnRoster roster) {

        static Study of(long seed) {
            LinearSem model = LinearSem.of(new ErdosRenyi(D, 5).generate(seed), Noise.GAUSSIAN);
            List<double[][]> rows = new ArrayList<>();
            Map<SiteId, Set<String>> lacks = new TreeMap<>();
            for (int p = 0; p < SITES; p++) {
                double[][] own = model.sample(20 + 7 * p, seed + p);
                for (double[] row : own) {
                    for (int j = 0; j < D; j++) {
                        row[j] += 3 * p * (j + 1);
                    }
                }
                rows.add(own);
                Set<String> absent = new TreeSet<>();
                for (int j = 0; p > 0 && j < D; j++) {
                    if ((seed >> (p * D + j) & 1) == 1 && absent.size() < D - 1) {
                        absent.add("x" + (j + 1));
                    }
                }
                lacks.put(NAMES.get(p), absent);
            }
            return new Study(rows, ColumnRoster.of(SCHEMA, NAMES, lacks));
        }

        boolean has(int site, int variable) {
            return !roster.lacked(NAMES.get(site)).contains("x" + (variable + 1));
        }

        Parameters sums() {
            double[] total = new double[roster.layout().size()];
            for (int p = 0; p < SITES; p++) {
                SiteId site = NAMES.get(p);
                SiteData data = SiteData.of(
                        new DatasetIdentity("rows"),
                        AbsentColumns.of(InMemoryRows.of(SCHEMA, rows.get(p)), SCHEMA, roster.lacked(site)));
                Parameters own = SummedRows.read(
                        data, view -> roster.placed(site, SiteSums.of(view, Centring.LOCAL_MEAN, roster.lacked(site))));
                Arrays.setAll(total, k -> total[k] + own.get(k));
            }
            return Parameters.takeOver(total);
        }

        GroupMoments moments() {
            return GroupMoments.of(roster, sums());
        }

        /** The covariance of a pair, by its definition, over the rows of the sites that have both. */
        double covariance(int i, int j) {
            double sum = 0;
            double freedom = 0;
            for (int p = 0; p < SITES; p++) {
                if (has(p, i) && has(p, j)) {
                    double[][] own = rows.get(p);
                    double mi = Arrays.stream(own)
                            .mapToDouble(row -> row[i])
                            .average()
                            .orElseThrow();
                    double mj = Arrays.stream(own)
                            .mapToDouble(row -> row[j])
                            .average()
                            .orElseThrow();
                    sum += Arrays.stream(own)
                            .mapToDouble(row -> (row[i] - mi) * (row[j] - mj))
                            .sum();
                    freedom += own.length - 1;
                }
            }
            return sum / freedom;
        }
    }

    @Property(tries = 60)
    void available_isTheCovarianceOverRowsOfSitesThatHaveBoth(@ForAll @LongRange(min = 1) long seed) {
        Study study = Study.of(seed);
        GroupMoments moments = study.moments();
        double[] available = moments.available();
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < D; j++) {
                double expected = study.covariance(i, j);
                assertEquals(expected, available[i * D + j], 1e-9 * (1 + Math.abs(expected)));
                int first = i;
                int second = j;
                int sites = (int) java.util.stream.IntStream.range(0, SITES)
                        .filter(p -> study.has(p, first) && study.has(p, second))
                        .count();
                assertEquals(sites, moments.sites(i, j));
                assertEquals(moments.rows(i, j) - sites, moments.degrees(i, j), 1e-9);
            }
        }
    }

    @Property(tries = 40)
    void likeliest_isLikelierThanCovariancesOfNoRelation_andNoStepLeadsAway(@ForAll @LongRange(min = 1) long seed) {
        GroupMoments moments = Study.of(seed).moments();
        double[] start = moments.available();
        for (int k = 0; k < start.length; k++) {
            start[k] = k / D == k % D ? start[k] : 0;
        }
        double before = moments.deviance(start);
        for (int steps : List.of(1, 5, 25)) {
            double after = moments.deviance(moments.expected(start, steps, next -> next));
            assertTrue(after <= before + 1e-6, after + " after " + steps + " steps, before " + before);
            before = after;
        }
        assertTrue(moments.deviance(moments.likeliest()) <= before + 1e-6);
    }

    @Test
    void whereAllSitesHaveAllColumns_likeliestIsTheCovarianceWithinSites() {
        List<double[][]> rows = Study.of(9).rows();
        Study whole = new Study(rows, ColumnRoster.of(SCHEMA, NAMES, Map.of()));
        double[] plain = SummedRows.of(rows).covariance();
        assertArrayEquals(plain, whole.moments().likeliest(), 1e-9);
        assertEquals(
                rows.stream().mapToInt(own -> own.length).sum() - SITES,
                whole.moments().meanDegrees(),
                1e-9);
    }

    @Test
    void rowsOfAColumnThatASiteLacks_areInNoSum() {
        Study study = Study.of(0b10 << D);
        Parameters total = study.roster().total(study.sums());
        assertFalseHas(study, 1, 1);
        double others = study.rows().get(0).length
                + study.rows().get(2).length
                + study.rows().get(3).length;
        assertEquals(others, total.get(SiteSums.single(D, 1, SiteSums.ROWS)));
        assertEquals(others + study.rows().get(1).length, total.get(SiteSums.single(D, 0, SiteSums.ROWS)));
        WithinSites moments = WithinSites.of(study.roster(), SITES, study.sums());
        double sum = 0;
        for (int p : List.of(0, 2, 3)) {
            sum += Arrays.stream(study.rows().get(p)).mapToDouble(row -> row[1]).sum();
        }
        assertEquals(sum / others, moments.mean(1), 1e-9);
        assertEquals(others + study.rows().get(1).length, (double) moments.rows());
        assertEquals(3, moments.groups().orElseThrow().sites(1, 1));
        assertTrue(moments.constantSomewhere(D).isEmpty(), "a column that a site lacks is not constant there");
    }

    private static void assertFalseHas(Study study, int site, int variable) {
        assertTrue(!study.has(site, variable), "the case is one where the column is absent");
    }
}
