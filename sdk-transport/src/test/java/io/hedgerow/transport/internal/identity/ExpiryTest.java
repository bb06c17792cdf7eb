// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.identity.Expiry.Credential;
import io.hedgerow.transport.internal.identity.Expiry.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ends during a study is said while there is time to renew it; on a clock that the test moves. */
class ExpiryTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    private Consortium consortium;
    private IdentityDirectory north;
    private final List<Ending> said = new ArrayList<>();

    @BeforeEach
    void enrol() {
        consortium = new Consortium(temp);
        north = consortium.site("north");
        consortium.sign(north, Duration.ofDays(60));
    }

    private Expiry expiry(Duration longest) {
        return new Expiry(north, longest, consortium.clock);
    }

    private void later(Duration time) {
        consortium.now = consortium.now.plus(time);
    }

    private List<Credential> credentials() {
        return said.stream().map(Ending::credential).toList();
    }

    @Test
    void certificateThatEndsWithinThirtyDays_isNamedOnceADay_andWhenItHasEnded() {
        Expiry expiry = expiry(Duration.ofHours(1));
        later(Duration.ofDays(29));
        assertTrue(expiry.look(said::add));
        assertFalse(credentials().contains(Credential.CERTIFICATE), "31 days are left");
        later(Duration.ofDays(2));
        expiry.look(said::add);
        assertTrue(credentials().contains(Credential.CERTIFICATE));
        Ending first = said.get(credentials().indexOf(Credential.CERTIFICATE));
        assertFalse(first.over());
        assertTrue(first.text().startsWith("the certificate ends in 29 days, at "), first.text());
        said.clear();
        for (int hour = 0; hour < 23; hour++) {
            later(Duration.ofHours(1));
            expiry.look(said::add);
        }
        assertFalse(credentials().contains(Credential.CERTIFICATE), "once a day");
        later(Duration.ofHours(1));
        expiry.look(said::add);
        assertTrue(credentials().contains(Credential.CERTIFICATE));
        later(Duration.ofDays(27).plusHours(23));
        expiry.look(said::add);
        said.clear();
        later(Duration.ofHours(2));
        expiry.look(said::add);
        Ending last = said.get(credentials().indexOf(Credential.CERTIFICATE));
        assertTrue(last.over(), "at once, not a day later");
        assertTrue(last.text().contains("has ended"), last.text());
    }

    @Test
    void studyThatMayTakeLonger_namesWhatEndsBeforeItsEnd() {
        expiry(Duration.ofDays(59)).look(said::add);
        assertFalse(credentials().contains(Credential.CERTIFICATE));
        expiry(Duration.ofDays(61)).look(said::add);
        assertTrue(credentials().contains(Credential.CERTIFICATE));
    }

    @Test
    void listAndAuthority_areLookedAt_andAFileThatIsNotThereHasNoEnd() throws IOException {
        Expiry expiry = expiry(Duration.ofDays(10_000));
        assertEquals(List.of(Credential.values()), List.copyOf(expiry.ends().keySet()));
        expiry.look(said::add);
        assertEquals(List.of(Credential.values()), credentials());
        Files.delete(north.revocations());
        Files.writeString(north.authority(), "no certificate");
        assertEquals(List.of(Credential.CERTIFICATE), List.copyOf(expiry.ends().keySet()));
    }

    @Test
    void certificateThatIsRenewed_isNamedNoMore_andNothingIsReadTwiceInAMinute() {
        Expiry expiry = expiry(Duration.ofHours(1));
        later(Duration.ofDays(31));
        expiry.look(said::add);
        consortium.sign(north, Duration.ofDays(90));
        said.clear();
        later(Duration.ofSeconds(59));
        assertFalse(expiry.look(said::add));
        later(Duration.ofDays(2));
        assertTrue(expiry.look(said::add));
        assertFalse(credentials().contains(Credential.CERTIFICATE), said.toString());
    }
}
