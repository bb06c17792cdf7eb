// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ColumnRosterTest {

    private static final VariableSchema SCHEMA = VariableSchema.of("age", "dose", "pH");

    private static List<SiteId> sites(String... names) {
        return List.of(names).stream().map(SiteId::new).toList();
    }

    private static String refused(List<SiteId> sites, Map<SiteId, Set<String>> lacks) {
        return assertThrows(IllegalArgumentException.class, () -> ColumnRoster.of(SCHEMA, sites, lacks))
                .getMessage();
    }

    @Test
    void aPairThatNoSiteHas_isRefusedByName() {
        String message = refused(
                sites("north", "south"),
                Map.of(new SiteId("north"), Set.of("dose"), new SiteId("south"), Set.of("pH")));
        assertTrue(message.contains("at none are \"dose\" and \"pH\": leave one variable of each out"), message);
        String alone = refused(sites("north"), Map.of(new SiteId("north"), Set.of("dose")));
        assertTrue(alone.contains("\"dose\" is at none: leave it out"), alone);
    }

    @Test
    void sitesAndVariablesThatAreNotKnown_areRefusedByName() {
        assertTrue(refused(sites("north"), Map.of(new SiteId("east"), Set.of("dose")))
                .contains("was east"));
        assertTrue(refused(sites("north"), Map.of(new SiteId("north"), Set.of("height")))
                .contains("was height"));
    }

    @Test
    void behindMasks_everyGroupNeedsThreeSites_andTwoBesideThoseThatCollude() {
        List<SiteId> sites = sites("a", "b", "c", "d", "e", "f", "g");
        Map<SiteId, Set<String>> two = Map.of(new SiteId("a"), Set.of("dose"), new SiteId("c"), Set.of("dose"));
        ColumnRoster small = ColumnRoster.of(SCHEMA, sites, two);
        String message = assertThrows(IllegalArgumentException.class, () -> small.requireHidden(0))
                .getMessage();
        assertTrue(message.contains("a, c have columns that others have not: all but dose"), message);
        ColumnRoster three = ColumnRoster.of(
                SCHEMA,
                sites,
                Map.of(
                        new SiteId("a"), Set.of("dose"),
                        new SiteId("c"), Set.of("dose"),
                        new SiteId("d"), Set.of("dose")));
        assertDoesNotThrow(() -> three.requireHidden(1));
        assertThrows(IllegalArgumentException.class, () -> three.requireHidden(2));
    }

    @Test
    void aTotal_hasTheSumsOfEachGroup_andNothingElse() {
        ColumnRoster roster = ColumnRoster.of(SCHEMA, sites("a", "b", "c"), Map.of(new SiteId("b"), Set.of("dose")));
        int size = SiteSums.layout(3).size();
        double[] total = new double[roster.layout().size()];
        for (int p = 0; p < 3; p++) {
            int site = p;
            Parameters own = Parameters.copyOf(IntStream.range(0, size)
                    .mapToDouble(k -> Math.pow(10, site) + k)
                    .toArray());
            Parameters placed = roster.placed(new SiteId(List.of("a", "b", "c").get(p)), own);
            IntStream.range(0, total.length).forEach(k -> total[k] += placed.get(k));
        }
        Parameters all = Parameters.copyOf(total);
        for (int k = 0; k < size; k++) {
            assertEquals(1 + 100 + 2 * k, roster.group(0, all).get(k));
            assertEquals(10 + k, roster.group(1, all).get(k));
            assertEquals(111 + 3 * k, roster.total(all).get(k));
        }
        assertEquals(2, roster.members(0));
        assertEquals(2, roster.sitesWith(0, 1));
        assertEquals(3, roster.sitesWith(0, 2));
        assertEquals(List.of(0, 2), IntStream.of(roster.everywhere()).boxed().toList());
    }
}
