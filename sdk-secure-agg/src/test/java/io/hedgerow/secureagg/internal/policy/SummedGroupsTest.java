// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.policy.ExactRelease.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What sums over several sets of sites tell together. */
class SummedGroupsTest {

    private static Member member(int site) {
        return new Member("site" + site, Transcript.of("key").u32(site).hash());
    }

    private static ExactRelease over(String study, int least, int... sites) {
        return new ExactRelease(
                Transcript.of(study).hash(),
                study,
                "rows",
                List.of(IntStream.of(sites).mapToObj(SummedGroupsTest::member).toList()),
                least);
    }

    private static SummedGroups of(ExactRelease... releases) {
        return new SummedGroups(List.of(releases));
    }

    @Test
    void theSameSites_areAlike_inAnyOrder() {
        assertTrue(of(over("a", 3, 1, 2, 3), over("b", 3, 3, 1, 2)).areAlike());
        assertFalse(of(over("a", 3, 1, 2, 3, 4), over("b", 3, 1, 2, 3)).areAlike());
    }

    @Test
    void oneSiteMore_isAGroupOfItsOwn() {
        assertEquals(
                List.of(Set.of("site5")),
                of(over("a", 3, 1, 2, 3, 4, 5), over("b", 3, 1, 2, 3, 4)).small());
        assertEquals(
                List.of(),
                of(over("a", 3, 1, 2, 3, 4, 5, 6), over("b", 3, 1, 2, 3)).small());
    }

    /** Each pair has three sites in common, and three on either side. */
    @Test
    void threeSums_ofWhichNoTwoTellMuch_canTellASiteTogether() {
        ExactRelease first = over("first", 3, 1, 2, 3, 4, 5, 6);
        ExactRelease second = over("second", 3, 4, 5, 6, 7, 8, 9);
        ExactRelease third = over("third", 3, 1, 2, 4, 7, 8, 10);
        assertEquals(List.of(), of(first, second).small());
        assertEquals(List.of(), of(first, third).small());
        assertEquals(List.of(), of(second, third).small());
        assertTrue(of(first, second, third).small().contains(Set.of("site4")));
    }

    /** Two sums that have one site in common could be over the same other sites under new names. */
    @Test
    void sitesWithNewNames_areTheSameByTheirKeys_andWithNewKeysByTheirNames() {
        ExactRelease before = over("a", 3, 1, 2, 3, 4);
        ExactRelease renamed = new ExactRelease(
                Transcript.of("b").hash(),
                "b",
                "rows",
                List.of(List.of(
                        new Member("north", member(1).key()),
                        new Member("south", member(2).key()),
                        new Member("site3", Transcript.of("another").hash()),
                        new Member("site4", Octets.empty()))),
                3);
        assertTrue(of(before, renamed).areAlike());
        assertEquals(
                List.of(Set.of("site1")),
                of(over("a", 2, 1, 2, 3), over("b", 2, 1, 4, 5)).small());
    }

    @Test
    void theStrictestPromise_isThatOfAll() {
        assertEquals(4, of(over("a", 4, 1, 2, 3, 4), over("b", 3, 1, 2, 3, 4)).least());
        assertEquals(
                1,
                of(over("a", 4, 1, 2, 3, 4, 5, 6, 7), over("b", 3, 1, 2, 3, 4))
                        .small()
                        .size());
    }

    /** Whatever is computed by adding and subtracting sums has no site alone, nor fewer than the promise. */
    @Property(tries = 300)
    void noCombination_ofSumsWithoutASmallGroup_hasFewSites(
            @ForAll @IntRange(min = 2, max = 4) int releases, @ForAll long seed) {
        Random random = new Random(seed);
        int least = 2 + random.nextInt(2);
        List<ExactRelease> all = new ArrayList<>();
        List<boolean[]> members = new ArrayList<>();
        for (int k = 0; k < releases; k++) {
            boolean[] in = new boolean[12];
            for (int block = 0; block < 12; block += least) {
                boolean whole = random.nextBoolean();
                for (int site = block; site < Math.min(12, block + least); site++) {
                    in[site] = whole != (random.nextInt(12) == 0);
                }
            }
            in[0] = true;
            members.add(in);
            all.add(over(
                    "study" + k,
                    least,
                    IntStream.range(0, 12).filter(site -> in[site]).toArray()));
        }
        SummedGroups groups = new SummedGroups(all);
        boolean found = false;
        for (int tries = 0; tries < 400; tries++) {
            int[] sum = new int[12];
            for (boolean[] in : members) {
                int factor = random.nextInt(7) - 3;
                for (int site = 0; site < 12; site++) {
                    sum[site] += in[site] ? factor : 0;
                }
            }
            long sites = IntStream.of(sum).filter(weight -> weight != 0).count();
            found |= sites > 0 && sites < least;
        }
        assertTrue(!found || !groups.small().isEmpty());
    }
}
