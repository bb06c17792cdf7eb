// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import io.hedgerow.secureagg.internal.store.FileReleaseStore;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RememberedMasksTest {

    private static final int ROSTER = 7;
    private static final List<ReleaseRecord> RELEASED = List.of(
            new ReleaseRecord(Transcript.of("a").hash(), Transcript.of("b").hash(), List.of()));

    @TempDir
    private Path directory;

    private static AggregationPolicy policy(int colluding, int minHonest, int minCohort) {
        return new AggregationPolicy(
                Suite.HYBRID, CoordinatorTrust.MALICIOUS, OptionalInt.of(colluding), minHonest, minCohort, false, true);
    }

    private void remember(AggregationPolicy policy, List<ReleaseRecord> released) {
        ReleaseStore releases = new ReleaseStore() {
            @Override
            public List<ReleaseRecord> load() {
                return released;
            }

            @Override
            public void append(ReleaseRecord entry) {
                throw new UnsupportedOperationException("rules are remembered before anything is released");
            }
        };
        new RememberedMasks(directory).remember(policy, releases);
    }

    private void refuses(AggregationPolicy later, String words) {
        PolicyRefusedException refused = assertThrows(
                PolicyRefusedException.class,
                () -> new RememberedMasks(directory).requireNoWeaker("look", later, ROSTER));
        assertTrue(refused.getMessage().contains(words), refused.getMessage());
    }

    @Test
    void whatIsWeakerInAnything_isRefused_andTheSameOrStrongerIsNot() {
        AggregationPolicy look = policy(2, 4, 5);
        remember(look, List.of());
        remember(policy(0, 2, 3), RELEASED); // those that an input left under stay
        RememberedMasks masks = new RememberedMasks(directory);
        assertDoesNotThrow(() -> masks.requireNoWeaker("look", look, ROSTER));
        assertDoesNotThrow(() -> masks.requireNoWeaker("look", policy(3, 4, 6), ROSTER));
        refuses(policy(1, 4, 5), "colluding was 2, is 1");
        refuses(policy(2, 3, 5), "minHonest was 4, is 3");
        refuses(policy(2, 4, 4), "minimumCohort was 5, is 4");
        refuses(look.with(Suite.CLASSICAL), "suite was HYBRID, is CLASSICAL");
        refuses(look.with(CoordinatorTrust.HONEST_BUT_CURIOUS), "mode was MALICIOUS");
    }

    /** The same name was signed anew with other masks before anything left. */
    @Test
    void rulesOfAPlanThatNeverRan_areReplaced() {
        AggregationPolicy weak = policy(1, 3, 4);
        AggregationPolicy strong = policy(2, 4, 5);
        remember(weak, List.of());
        remember(strong, List.of());
        refuses(weak, "colluding was 2, is 1");
        remember(weak, List.of());
        remember(weak, RELEASED);
        RememberedMasks masks = new RememberedMasks(directory);
        assertDoesNotThrow(() -> masks.requireNoWeaker("look", weak, ROSTER));
    }

    /** Which rules hid what left without a note of them is not known. */
    @Test
    void rulesAfterARelease_areNotMadeUp() {
        remember(policy(0, 2, 3), RELEASED);
        RememberedMasks masks = new RememberedMasks(directory);
        assertThrows(JournalException.class, () -> masks.requireNoWeaker("look", policy(2, 4, 5), ROSTER));
    }

    /** The usual number of colluding sites is that of the roster. */
    @Test
    void theUsualNumberOfColludingSites_isComparedAsThatOfTheRoster() {
        remember(AggregationPolicy.standard(), List.of());
        RememberedMasks masks = new RememberedMasks(directory);
        assertDoesNotThrow(() -> masks.requireNoWeaker("look", policy(2, 3, 3), ROSTER));
        refuses(policy(1, 3, 3), "colluding was 2, is 1");
    }

    @Test
    void rulesThatAreMissingOrDamaged_areRefused() throws Exception {
        RememberedMasks masks = new RememberedMasks(directory);
        assertThrows(JournalException.class, () -> masks.requireNoWeaker("look", AggregationPolicy.standard(), ROSTER));
        Files.writeString(directory.resolve("policy"), "HYBRID\n");
        assertThrows(JournalException.class, () -> masks.requireNoWeaker("look", AggregationPolicy.standard(), ROSTER));
    }

    @Test
    void aSumOverFewerSites_isNotTakenAgain() {
        try (FileReleaseStore releases = new FileReleaseStore(directory.resolve("releases"))) {
            releases.append(new ReleaseRecord(
                    Transcript.of("a").hash(), Transcript.of("b").hash(), List.of()));
            assertDoesNotThrow(() -> RememberedMasks.requireOfAll("look", releases, 3));
            releases.append(new ReleaseRecord(
                    Transcript.of("a").hash(), Transcript.of("b").hash(), List.of(0, 1, 2)));
            assertDoesNotThrow(() -> RememberedMasks.requireOfAll("look", releases, 3));
            PolicyRefusedException refused =
                    assertThrows(PolicyRefusedException.class, () -> RememberedMasks.requireOfAll("look", releases, 4));
            assertTrue(refused.getMessage().contains("over 3 of its 4 sites"), refused.getMessage());
        }
    }
}
