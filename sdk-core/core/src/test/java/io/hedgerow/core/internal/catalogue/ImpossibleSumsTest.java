// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.catalogue.ImpossibleSums.Nonsense;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.method.NamedMethod;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers that no rows have, of sites whose values are seen, end a study and not its coordinator. */
class ImpossibleSumsTest {

    /** For each method, of the long test; a few seconds for a hundred. */
    private static final int CASES = 500;

    private static Stream<Arguments> designs() {
        return ImpossibleSums.designs();
    }

    /** Whether the sums were refused; a result is as good an end. */
    private static boolean unusable(NamedMethod named, List<RowSource> rows, Nonsense nonsense, int liars, long seed)
            throws Exception {
        try {
            ImpossibleSums.run(named, rows, nonsense, liars, seed);
            return false;
        } catch (UnusableSumsException e) {
            assertTrue(e.getMessage().startsWith("no result follows from the sums: "), e.getMessage());
            return true;
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("designs")
    void studyEnds_withAResultOrAsUnusable(String name, NamedMethod named, List<RowSource> rows) throws Exception {
        int unusable = 0;
        long seed = 0;
        for (Nonsense nonsense : Nonsense.values()) {
            for (int liars : new int[] {1, ImpossibleSums.SITES}) {
                unusable += unusable(named, rows, nonsense, liars, seed) ? 1 : 0;
            }
            seed++;
        }
        assertTrue(unusable > 0, name + ": the test can fail");
    }

    /** One site's pooled moments once held the others: an edge was foretold to gain, lost, and was taken out again. */
    @Test
    void studyWithNetworksOfItsOwn_endsAsUnusable_whereOneSiteChangesThreeNumbers() throws Exception {
        Arguments personal = designs()
                .filter(design -> design.get()[0].equals("dynamic-gram personal"))
                .findFirst()
                .orElseThrow();
        @SuppressWarnings("unchecked") // the rows of a design
        List<RowSource> rows = (List<RowSource>) personal.get()[2];
        assertTrue(unusable((NamedMethod) personal.get()[1], rows, Nonsense.SOME, 1, 67));
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("designs")
    void studyEnds_whateverIsSent(String name, NamedMethod named, List<RowSource> rows) throws Exception {
        int unusable = 0;
        List<Nonsense> all = List.of(Nonsense.values());
        for (long seed = 1; seed <= CASES; seed++) {
            Random random = new Random(seed);
            Nonsense nonsense = all.get(random.nextInt(all.size()));
            int liars = random.nextInt(3) == 0 ? 1 + random.nextInt(ImpossibleSums.SITES) : 1;
            unusable += unusable(named, rows, nonsense, liars, seed) ? 1 : 0;
        }
        assertTrue(
                unusable > 0 && unusable < CASES, name + ": some sums are refused and some are not, were " + unusable);
    }
}
