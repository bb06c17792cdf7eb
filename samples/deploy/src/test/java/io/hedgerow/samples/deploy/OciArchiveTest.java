// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.deploy.OciArchive.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written is an image with the digests that it says, and the same content gives the same bytes. */
class OciArchiveTest {

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private Map<String, Object> write(String name, Path program) throws IOException {
        SortedMap<String, Entry> entries = new TreeMap<>();
        entries.put("opt/program/run", Entry.copy(program));
        entries.put("opt/program/LICENSE", Entry.text("free"));
        entries.put("var/lib/state", Entry.folder(0700, 10001));
        OciArchive archive = new OciArchive(TIME);
        archive.layer("a program", entries);
        return archive.write(folder.resolve(name), "program:1", "amd64", OciArchive.ordered("User", "10001:10001"));
    }

    private Path program(String name, String text, long second) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        assertTrue(file.toFile().setExecutable(true));
        return Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(second)));
    }

    @Test
    void sameContent_givesTheSameBytes_whateverItsTimesAndPlaces() throws IOException {
        Map<String, Object> first = write("first.tar", program("one", "run", 1));
        Map<String, Object> second = write("second.tar", program("two", "run", 1_000_000));
        assertEquals(first, second);
        assertEquals(-1, Files.mismatch(folder.resolve("first.tar"), folder.resolve("second.tar")));
        assertNotEquals(first, write("third.tar", program("three", "ran", 1)));
    }

    @Test
    void entries_haveFoldersAboveThem_ownersAsNumbers_andOneTime() throws IOException {
        write("image.tar", program("one", "run", 1));
        ImageFile image = ImageFile.read(folder.resolve("image.tar"));
        assertEquals(
                List.of(
                        "opt/ 755 0",
                        "opt/program/ 755 0",
                        "opt/program/LICENSE 644 0",
                        "opt/program/run 755 0",
                        "var/ 755 0",
                        "var/lib/ 755 0",
                        "var/lib/state/ 700 10001"),
                image.entries().keySet().stream()
                        .map(entry -> entry.getName() + " " + Integer.toOctalString(entry.getMode() & 07777) + " "
                                + entry.getLongUserId())
                        .toList());
        for (TarArchiveEntry entry : image.entries().keySet()) {
            assertEquals(FileTime.from(TIME), entry.getLastModifiedTime(), entry.getName());
            assertEquals("", entry.getUserName());
        }
        assertEquals("10001:10001", image.configuration().at("/config/User").asText());
        assertEquals("linux", image.configuration().get("os").asText());
    }

    @Test
    void artifact_refersToTheImage() throws IOException {
        Map<String, Object> image = write("image.tar", program("one", "run", 1));
        byte[] bill = {1, 2, 3};
        new OciArchive(TIME).writeArtifact(folder.resolve("bill.tar"), "bill:1", "application/test", bill, image);
        ImageFile artifact = ImageFile.read(folder.resolve("bill.tar"));
        assertEquals(
                image.get("digest"), artifact.manifest().at("/subject/digest").asText());
        assertEquals("application/test", artifact.manifest().get("artifactType").asText());
        assertEquals(3, artifact.blob(artifact.manifest().at("/layers/0")).length);
    }

    /** So that the tests of real images notice one. */
    @Test
    void archiveWithOtherBytesThanItsDigests_isNoticed() throws IOException {
        write("image.tar", program("one", "run", 1));
        byte[] bytes = Files.readAllBytes(folder.resolve("image.tar"));
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1);
        int at = text.indexOf("10001:10001");
        assertTrue(at > 0);
        bytes[at + 10] = '2';
        Files.write(folder.resolve("image.tar"), bytes);
        assertThrows(
                AssertionError.class,
                () -> ImageFile.read(folder.resolve("image.tar")).configuration());
    }
}
