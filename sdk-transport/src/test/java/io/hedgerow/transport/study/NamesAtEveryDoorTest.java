// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.identity.CertificateAuthority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name becomes the name of a file, so no door lets one in that leads to another directory or is no file. */
class NamesAtEveryDoorTest {

    private static final String KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    private static final String OTHER = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";
    private static final String THIRD = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path temp;

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "...", ".x", "x.", "-x", "nul", "COM1.x"})
    void names_thatAreNone_areRefusedByEveryDoor(String name) {
        refused(() -> new SiteId(name));
        refused(() -> CertifiedName.site(name));
        refused(() -> CertifiedName.coordinator(name));
        refused(() -> new EgressMessage(name, 0, "update", 1, KEY, "hub", Optional.empty()));
        refused(() -> new EgressMessage("study", 0, "update", 1, KEY, name, Optional.empty()));
        refused(() -> CertificateAuthority.init(temp.resolve("authority"), name, InstantSource.system()));
        assertTrue(Files.notExists(temp.resolve("authority")));

        String plan = Plans.GOOD;
        for (String door : new String[] {"wards-2031", "hub", "south"}) {
            String text = plan.replaceFirst("\\b" + door + "\\b", name);
            assertTrue(!text.equals(plan), door);
            assertThrows(StudyPlanException.class, () -> Plans.parse(text), door);
        }
        String roster = "format: 1\ncoordinator: " + KEY + "\nmembers:\n  - name: 'south'\n    key: " + OTHER
                + "\n  - name: '" + name + "'\n    key: " + THIRD + "\n";
        IdentityException refusal = assertThrows(
                IdentityException.class,
                () -> RosterDocument.parse("roster.yaml", roster.getBytes(StandardCharsets.UTF_8)));
        assertTrue(String.valueOf(refusal.getMessage()).contains("site name must be 1 to 100 "), refusal.getMessage());
    }

    private static void refused(Executable door) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, door);
        assertTrue(String.valueOf(refusal.getMessage()).contains(" must be 1 to 100 "), refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"y", "north"})
    void namesThatAreSome_passTheSameDoors(String name) {
        Stream.of("wards-2031", "hub", "south")
                .filter(door -> !door.equals(name))
                .map(door -> Plans.GOOD.replaceFirst("\\b" + door + "\\b", "x" + name))
                .forEach(Plans::parse);
        RosterDocument.parse(
                "roster.yaml",
                ("format: 1\ncoordinator: " + KEY + "\nmembers:\n  - name: 'south'\n    key: " + OTHER + "\n  - name: '"
                                + name + "'\n    key: " + THIRD + "\n")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
