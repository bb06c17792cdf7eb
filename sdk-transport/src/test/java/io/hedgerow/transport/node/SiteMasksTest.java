// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.internal.store.FileClaimStore;
import io.hedgerow.secureagg.internal.store.FileReleaseStore;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.study.StudyPlan;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left open when the masks of a site cannot be made. */
class SiteMasksTest {

    private static final byte[] MESSAGE = {1, 2, 3};

    @TempDir
    Path temp;

    private final HomeFiles files = new HomeFiles();
    private SiteHome home;
    private Method method;
    private PlannedMasks masks;
    private SigningKey member;

    @BeforeEach
    void makePlan() {
        home = new SiteHome(temp.resolve("home"));
        StudyPlan plan = StudyPlan.parse("plan", """
                format: 1
                name: learning
                coordinator: hub
                sites: [a, b, c]
                variables: {age: [0, 120], dose: [0, 9]}
                algorithm: {id: gram}
                insecureNoPrivacy: true
                rounds: 1
                quorum: 3
                deadline: 2m
                minimumCohort: 3
                secureAggregation: {mode: malicious, minHonest: 3}
                """.getBytes(StandardCharsets.UTF_8));
        method = PlannedMethod.checked(plan);
        member = key("a");
        masks = new PlannedMasks(
                plan,
                new RosterDocument(
                        key("hub").publicKey(),
                        List.of(
                                new RosterDocument.Member(new SiteId("a"), member.publicKey()),
                                new RosterDocument.Member(new SiteId("b"), key("b").publicKey()),
                                new RosterDocument.Member(new SiteId("c"), key("c").publicKey()))));
    }

    private SigningKey key(String name) {
        return SigningKey.create(temp.resolve(name + ".key"));
    }

    private static boolean signs(SigningKey key) {
        return key.publicKey().verifies(MESSAGE, key.sign(MESSAGE));
    }

    private SiteMasks open(SigningKey key, boolean begins) {
        return SiteMasks.open(
                Optional.of(masks),
                () -> key,
                method,
                home,
                files,
                new DatasetIdentity("rows"),
                Optional.empty(),
                begins);
    }

    /** Both files can be opened by another holder. */
    private void requireNothingIsOpen() {
        new FileReleaseStore(home.masks("learning").resolve("releases")).close();
        new FileClaimStore(home.statistics()).close();
    }

    /** Keys of all for all are in memory at once: 2.6 kB for each pair in either order, here nine. */
    @Test
    void coordinatorWithoutRoomForTheKeysOfAll_isRefused() {
        assertDoesNotThrow(() -> masks.requireRoom(9 * 2600));
        UncheckedIOException refused = assertThrows(UncheckedIOException.class, () -> masks.requireRoom(9 * 2600 - 1));
        assertEquals(
                "a coordinator must have at least 1 MB of heap while 3 sites agree on masks, may have 0: start java with"
                        + " a larger -Xmx, or split the sites into studies of groups",
                refused.getCause().getMessage());
    }

    /** The roster does not have its key, which is found out when all files are open. */
    @Test
    void siteThatIsNotInTheRoster_leavesNothingOpen_andErasesItsKey() {
        SigningKey stranger = key("stranger");
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> open(stranger, true));
        assertEquals("identity must be of a member of the roster, was not", refused.getMessage());
        assertTrue(Files.exists(home.statistics()), "it came as far as that");
        requireNothingIsOpen();
        assertFalse(signs(stranger));
        open(member, true).close();
        requireNothingIsOpen();
        assertFalse(signs(member));
    }

    @Test
    void memoryThatIsInUse_orMissing_leavesNothingOpen_andErasesTheKey() {
        SigningKey again = SigningKey.load(temp.resolve("a.key"));
        assertThrows(JournalException.class, () -> open(again, false));
        assertFalse(signs(again));
        try (FileClaimStore elsewhere = new FileClaimStore(home.statistics())) {
            assertTrue(elsewhere.load().isEmpty());
            assertThrows(JournalException.class, () -> open(member, true));
            assertFalse(signs(member));
            new FileReleaseStore(home.masks("learning").resolve("releases")).close();
        }
        requireNothingIsOpen();
    }
}
