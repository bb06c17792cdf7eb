// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AggregationPolicyTest {

    private static AggregationPolicy policy(CoordinatorTrust trust, int colluding, int honest) {
        OptionalInt fixed = colluding < 0 ? OptionalInt.empty() : OptionalInt.of(colluding);
        return new AggregationPolicy(Suite.CLASSICAL, trust, fixed, honest, 3, false, true);
    }

    @ParameterizedTest
    @CsvSource({"3, 0, 3", "4, 1, 4", "5, 1, 4", "8, 2, 6", "32, 10, 22", "100, 33, 67", "1000, 333, 667"})
    void threshold_isThatOfTheTable(int sites, int colluding, int threshold) {
        AggregationPolicy policy = AggregationPolicy.standard();
        assertEquals(colluding, policy.colluding(sites));
        assertEquals(threshold, policy.threshold(sites));
    }

    @Test
    void threshold_isLowerWithATrustedCoordinator() {
        assertEquals(51, policy(CoordinatorTrust.HONEST_BUT_CURIOUS, 33, 3).threshold(100));
        assertEquals(3, policy(CoordinatorTrust.MALICIOUS, 1, 2).threshold(4));
    }

    /** No two contradicting lists: 2(t − n_C) > n − n_C. Enough honest inputs: t − n_C ≥ h. */
    @Test
    void threshold_meetsItsInequalitiesForAllSmallCohorts() {
        for (int honest = 2; honest <= 4; honest++) {
            for (int n = 3; n < 60; n++) {
                for (int colluding = 0; colluding < n; colluding++) {
                    AggregationPolicy policy = policy(CoordinatorTrust.MALICIOUS, colluding, honest);
                    int sites = n;
                    int c = colluding;
                    int t;
                    try {
                        t = policy.threshold(n);
                    } catch (IllegalArgumentException e) {
                        assertTrue(Math.max((n + c) / 2 + 1, c + honest) > n, "refused although possible");
                        continue;
                    }
                    assertTrue(2 * (t - c) > sites - c && t - c >= honest && t <= sites);
                }
            }
        }
    }

    /**
     * Two lists that t sites each confirmed have an honest site in common, whoever of the roster was in their sessions.
     */
    @Test
    void fewestInASum_isTheThresholdOfTheRoster() {
        AggregationPolicy policy = AggregationPolicy.standard();
        for (int roster = 3; roster < 130; roster++) {
            assertEquals(policy.threshold(roster), policy.fewestInSum(roster));
        }
        assertEquals(8, policy(CoordinatorTrust.MALICIOUS, 0, 8).fewestInSum(9));
    }

    /** Of a sum, each site knows its own part, also where nobody colludes. */
    @Test
    void partsOfASumThatAreUnknown_areFewerThanTheSites() {
        AggregationPolicy policy = AggregationPolicy.standard();
        assertEquals(2, policy.unknownInSum(3, 3));
        assertEquals(3, policy.unknownInSum(4, 4));
        assertEquals(6, policy.unknownInSum(8, 8));
        assertEquals(7, policy(CoordinatorTrust.MALICIOUS, 0, 3).unknownInSum(8, 8));
        assertEquals(1, policy(CoordinatorTrust.MALICIOUS, 5, 3).unknownInSum(3, 8));
    }

    @Test
    void cohortsThatGiveAnInputAway_areRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> AggregationPolicy.standard().threshold(2));
        assertThrows(
                IllegalArgumentException.class,
                () -> AggregationPolicy.standard().threshold(1));
        AggregationPolicy pairs = new AggregationPolicy(
                Suite.CLASSICAL, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), 3, 2, true, true);
        assertEquals(2, pairs.threshold(2));
        // two of three are no pair of their own
        assertEquals(3, pairs.threshold(3));
        assertThrows(IllegalArgumentException.class, () -> policy(CoordinatorTrust.MALICIOUS, -1, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> new AggregationPolicy(
                        Suite.CLASSICAL, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), 3, 2, false, true));
        assertThrows(
                IllegalArgumentException.class,
                () -> new AggregationPolicy(
                        Suite.CLASSICAL, CoordinatorTrust.MALICIOUS, OptionalInt.of(-1), 3, 3, false, true));
    }

    @Test
    void hash_dependsOnEveryField() {
        AggregationPolicy base = AggregationPolicy.standard();
        Set<Octets> hashes = new HashSet<>();
        hashes.add(SessionTerms.hashOf(base));
        hashes.add(SessionTerms.hashOf(base.with(Suite.CLASSICAL)));
        hashes.add(SessionTerms.hashOf(base.with(CoordinatorTrust.HONEST_BUT_CURIOUS)));
        hashes.add(SessionTerms.hashOf(
                new AggregationPolicy(base.suite(), base.trust(), OptionalInt.of(1), 3, 3, false, true)));
        hashes.add(SessionTerms.hashOf(
                new AggregationPolicy(base.suite(), base.trust(), base.fixedColluding(), 4, 3, false, true)));
        hashes.add(SessionTerms.hashOf(
                new AggregationPolicy(base.suite(), base.trust(), base.fixedColluding(), 3, 4, false, true)));
        hashes.add(SessionTerms.hashOf(
                new AggregationPolicy(base.suite(), base.trust(), base.fixedColluding(), 3, 3, true, true)));
        hashes.add(SessionTerms.hashOf(
                new AggregationPolicy(base.suite(), base.trust(), base.fixedColluding(), 3, 3, false, false)));
        assertEquals(8, hashes.size());
    }

    private static Roster roster(Ed25519Identity coordinator, List<Ed25519Identity> sites) {
        List<Roster.Member> members = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            members.add(new Roster.Member("s" + i, sites.get(i).publicKey()));
        }
        return new Roster(coordinator.publicKey(), members);
    }

    private static List<Ed25519Identity> identities(int count) {
        List<Ed25519Identity> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(Ed25519Identity.generate(new SecureRandom()));
        }
        return made;
    }

    /** The table that people decide by: n, n_C, t, losses, t with h = 2, t with a trusted coordinator. */
    @Test
    void tableOfTheGuide_isWhatTheRuleGives() throws IOException {
        AggregationPolicy standard = AggregationPolicy.standard();
        int rows = 0;
        for (String line : Files.readAllLines(guide())) {
            if (line.matches("(\\| *\\d+ *){6}\\|")) {
                int[] row = Stream.of(line.substring(1).split("\\|"))
                        .mapToInt(cell -> Integer.parseInt(cell.trim()))
                        .toArray();
                int n = row[0];
                int t = standard.threshold(n);
                assertArrayEquals(
                        new int[] {
                            n,
                            standard.colluding(n),
                            t,
                            n - t,
                            policy(CoordinatorTrust.MALICIOUS, -1, 2).threshold(n),
                            standard.with(CoordinatorTrust.HONEST_BUT_CURIOUS).threshold(n)
                        },
                        row,
                        line);
                rows++;
            }
        }
        assertEquals(12, rows);
    }

    private static Path guide() {
        Path folder = Path.of("").toAbsolutePath();
        Path guide = Path.of("docs", "guides", "secure-aggregation.md");
        while (folder != null && !Files.exists(folder.resolve(guide))) {
            folder = folder.getParent();
        }
        return Objects.requireNonNull(folder, "tests must run in the project").resolve(guide);
    }

    @Test
    void roster_hasEveryKeyOnceAndDependsOnOrder() {
        List<Ed25519Identity> sites = identities(3);
        Ed25519Identity coordinator = identities(1).get(0);
        assertThrows(
                IllegalArgumentException.class,
                () -> roster(coordinator, List.of(sites.get(0), sites.get(1), sites.get(0))));
        assertThrows(IllegalArgumentException.class, () -> roster(coordinator, List.of(sites.get(0), coordinator)));
        assertThrows(IllegalArgumentException.class, () -> roster(coordinator, List.of(sites.get(0))));
        assertNotEquals(
                roster(coordinator, sites).hash(),
                roster(coordinator, List.of(sites.get(1), sites.get(0), sites.get(2)))
                        .hash());
        assertFalse(Purpose.of(4).isPresent());
    }
}
