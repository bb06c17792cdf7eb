// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutsideOfHomeTest {

    @TempDir
    Path temp;

    private Path home;
    private Path identity;
    private Path anchors;

    @BeforeEach
    void make() throws IOException {
        home = Files.createDirectory(temp.resolve("home"));
        identity = Files.createDirectory(temp.resolve("identity"));
        anchors = temp.resolve("anchors");
    }

    private OutsideOfHome of(Path keys, Optional<Path> given) {
        return OutsideOfHome.of(home, new IdentityDirectory(keys), given, new SiteId("north"), "charged");
    }

    @Test
    void whatCanBeWritten_isReadToo() {
        OutsideOfHome both = of(identity, Optional.of(anchors));
        assertEquals(List.of(identity.resolve("charged"), anchors.resolve("north.charged")), both.written());
        assertEquals(both.written(), both.read());
        assertDoesNotThrow(() -> of(identity, Optional.empty()).require("it is noted"));
    }

    /** For root every directory that is there can be written, so this one is not there. */
    @Test
    void besideAnIdentityThatCannotBeWritten_isRead() {
        Path closed = temp.resolve("closed");
        OutsideOfHome places = of(closed, Optional.of(anchors));
        assertEquals(List.of(anchors.resolve("north.charged")), places.written());
        assertEquals(List.of(closed.resolve("charged"), anchors.resolve("north.charged")), places.read());
        assertDoesNotThrow(() -> places.require("it is noted"));
    }

    @Test
    void withoutAPlaceToWrite_itIsRefused_andStillRead() {
        Path closed = temp.resolve("closed");
        OutsideOfHome places = of(closed, Optional.empty());
        assertEquals(List.of(closed.resolve("charged")), places.read());
        JournalException refused = assertThrows(JournalException.class, () -> places.require("it is noted"));
        assertTrue(String.valueOf(refused.getMessage()).startsWith("it is noted, and " + closed), refused.toString());
    }

    @Test
    void anchorsInsideTheHome_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> of(identity, Optional.of(home.resolve("anchors"))));
    }
}
