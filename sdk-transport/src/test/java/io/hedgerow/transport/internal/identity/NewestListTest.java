// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A list of revoked certificates in which somebody was not revoked yet does not come back with a restart. */
class NewestListTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    private Consortium consortium;
    private IdentityDirectory hub;
    private IdentityDirectory north;
    private X509Certificate certificate;
    private Path home;
    /** Number 1: north is not revoked. */
    private byte[] first;

    @BeforeEach
    void enrol() throws IOException {
        consortium = new Consortium(temp);
        hub = consortium.coordinator("hub", "localhost");
        north = consortium.site("north");
        certificate = Certificates.read(north.certificate(), "");
        home = Files.createDirectory(temp.resolve("home"));
        first = Files.readAllBytes(hub.revocations());
    }

    private TrustSettings coordinator() {
        return TrustSettings.forCoordinator(hub, home, consortium.clock);
    }

    private TrustSettings site(RevocationDemand demand) {
        return TrustSettings.forSite(north, demand, home, consortium.clock);
    }

    private static String fails(Reason reason, Executable work) {
        IdentityException failure = assertThrows(IdentityException.class, work);
        assertEquals(reason, failure.reason(), failure.getMessage());
        return String.valueOf(failure.getMessage());
    }

    private void revokeNorth() {
        consortium.authority.revoke(certificate.getSerialNumber());
        consortium.publishRevocations(hub);
    }

    @Test
    void coordinator_refusesAnOlderList_afterARestartToo() throws IOException {
        coordinator().require(List.of(certificate), Role.SITE);
        revokeNorth();
        TrustSettings running = coordinator();
        fails(Reason.REVOKED, () -> running.require(List.of(certificate), Role.SITE));
        Files.write(hub.revocations(), first);
        String message = fails(Reason.STALE_REVOCATIONS, this::coordinator);
        assertTrue(message.contains("this list is number 1, but number 2 was here before"), message);
        consortium.publishRevocations(hub);
        fails(Reason.REVOKED, () -> coordinator().require(List.of(certificate), Role.SITE));
    }

    @Test
    void coordinator_notesAListThatCameWhileItRan_beforeItJudgesByIt() throws IOException {
        TrustSettings running = coordinator();
        revokeNorth();
        fails(Reason.REVOKED, () -> running.require(List.of(certificate), Role.SITE));
        Files.write(hub.revocations(), first);
        fails(Reason.STALE_REVOCATIONS, this::coordinator);
    }

    /** Another home is no way around: the identity remembers, too. */
    @Test
    void site_withAnotherHome_refusesAMissingList_onceTheIdentityHadOne() throws IOException {
        consortium.publishRevocations(north);
        site(RevocationDemand.NONE);
        Files.delete(north.revocations());
        home = Files.createDirectory(temp.resolve("another"));
        String message = fails(Reason.MISSING, () -> site(RevocationDemand.NONE));
        assertTrue(message.contains("list number 1 was here before"), message);
        Files.write(north.revocations(), first);
        site(RevocationDemand.NONE);
    }

    @Test
    void site_refusesAnOlderListAndAMissingOne_onceItHadOne() throws IOException {
        Files.delete(north.revocations());
        site(RevocationDemand.NONE);
        assertFalse(Files.exists(home.resolve("revocations")));
        consortium.authority.refreshList();
        consortium.publishRevocations(north);
        site(RevocationDemand.NONE);
        Files.write(north.revocations(), first);
        fails(Reason.STALE_REVOCATIONS, () -> site(RevocationDemand.NONE));
        Files.delete(north.revocations());
        String message = fails(Reason.MISSING, () -> site(RevocationDemand.NONE));
        assertTrue(message.contains("list number 2 was here before"), message);
    }

    @Test
    void numbers_areOfOneAuthority_andAnIncompleteLineDoesNotCount() throws IOException {
        coordinator();
        Path file = home.resolve("revocations");
        Files.writeString(file, "0".repeat(64) + " 99\n", StandardOpenOption.APPEND);
        Files.writeString(file, consortium.authority.fingerprint().hex() + " 9", StandardOpenOption.APPEND);
        revokeNorth();
        coordinator();
        assertEquals(
                List.of("1", "99", "2"),
                Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
                        .map(line -> line.substring(65))
                        .toList());
        Files.writeString(file, "rubbish\n", StandardOpenOption.APPEND);
        fails(Reason.UNREADABLE, this::coordinator);
    }

    @Test
    void list_whoseNumberCannotBeNoted_isNotUsed() throws IOException {
        Files.delete(home);
        assertThrows(UnwritableFileException.class, this::coordinator);
        Files.createDirectory(home);
        TrustSettings running = coordinator();
        revokeNorth();
        Files.delete(home.resolve("revocations"));
        Files.createDirectory(home.resolve("revocations"));
        fails(Reason.UNREADABLE, () -> running.require(List.of(certificate), Role.SITE));
    }

    @Test
    void demands_ofRules_areNamedWhenTheyAreNotMet() throws IOException {
        RevocationDemand required = new RevocationDemand(true, BigInteger.ZERO, Optional.empty());
        RevocationDemand second = new RevocationDemand(false, BigInteger.TWO, Optional.empty());
        RevocationDemand young = new RevocationDemand(false, BigInteger.ZERO, Optional.of(Duration.ofHours(24)));
        site(required);
        site(young);
        assertTrue(fails(Reason.REVOCATIONS_DEMANDED, () -> site(second)).contains("minimumRevocationList"));
        consortium.authority.refreshList();
        consortium.publishRevocations(north);
        TrustSettings running = site(young);
        site(second);
        consortium.now = consortium.now.plus(Duration.ofHours(25));
        assertTrue(fails(Reason.REVOCATIONS_DEMANDED, () -> site(young)).contains("maxRevocationListAge"));
        X509Certificate dialled = Certificates.read(hub.certificate(), "");
        fails(Reason.REVOCATIONS_DEMANDED, () -> running.require(List.of(dialled), Role.COORDINATOR));
        Files.delete(north.revocations());
        assertTrue(fails(Reason.REVOCATIONS_DEMANDED, () -> site(required)).contains("revocationListRequired"));
        assertTrue(fails(Reason.REVOCATIONS_DEMANDED, () -> site(second)).contains("minimumRevocationList"));
        assertTrue(fails(Reason.REVOCATIONS_DEMANDED, () -> site(young)).contains("maxRevocationListAge"));
    }

    @Test
    void lookingAtASite_notesNothing_andComparesWithWhatWasNoted() throws IOException {
        consortium.authority.refreshList();
        consortium.publishRevocations(north);
        Path none = temp.resolve("none");
        TrustSettings.lookAtSite(north, RevocationDemand.NONE, none, consortium.clock);
        assertFalse(Files.exists(none));
        site(RevocationDemand.NONE);
        Files.write(north.revocations(), first);
        fails(
                Reason.STALE_REVOCATIONS,
                () -> TrustSettings.lookAtSite(north, RevocationDemand.NONE, home, consortium.clock));
    }
}
