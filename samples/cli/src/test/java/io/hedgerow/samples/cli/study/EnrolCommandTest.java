// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EnrolCommandTest {

    private static final String DIGITS = "0".repeat(64);

    @TempDir
    Path temp;

    private String rootFingerprint = "";

    @BeforeEach
    void makeAuthority() throws IOException {
        rootFingerprint = json("enrol", "init-authority", "--authority", at("authority"), "--label", "trial")
                .get("fingerprint")
                .asText();
    }

    private String at(String file) {
        return temp.resolve(file).toString();
    }

    private JsonNode json(String... args) throws IOException {
        List<String> words = new ArrayList<>(List.of(args));
        words.add("--json");
        return SiteFolder.json(Shell.real(), words.toArray(String[]::new));
    }

    private String fails(int code, String... args) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(args), shell.out() + shell.err());
        assertTrue(shell.err().startsWith("hedgerow: error: "), shell.err());
        return shell.err();
    }

    private void enrol(String name, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("enrol", "request", "--dir", at(name)));
        words.addAll(List.of(more));
        JsonNode request = json(words.toArray(String[]::new));
        sign(name, request.get("fingerprint").asText(), name + ".pem");
    }

    private void sign(String name, String fingerprint, String out) throws IOException {
        json(
                "enrol",
                "sign",
                "--authority",
                at("authority"),
                "--request",
                at(name + "/tls.csr"),
                "--fingerprint",
                fingerprint,
                "--out",
                at(out));
        json(
                "enrol",
                "install",
                "--dir",
                at(name),
                "--certificate",
                at(out),
                "--root",
                at("authority/authority.pem"),
                "--fingerprint",
                rootFingerprint);
    }

    /** A cluster mounts keys so that a group can read them, which no command accepts. */
    @Test
    @DisabledOnOs(OS.WINDOWS) // there are no such permissions
    void copyOfAMountedIdentity_isForItsOwnerAlone_andCanBeUsed() throws IOException {
        enrol("north", "--site", "north");
        for (String file : List.of("tls.key", "signing.key")) {
            Files.setPosixFilePermissions(
                    temp.resolve("north").resolve(file), PosixFilePermissions.fromString("r--r-----"));
        }
        assertTrue(fails(3, "enrol", "show", "--dir", at("north")).contains("must be for its owner alone"));
        JsonNode copied = json("enrol", "copy", "--from", at("north"), "--dir", at("copy"));
        assertEquals(4, copied.get("files").size(), copied.toString());
        json("enrol", "copy", "--from", at("north"), "--dir", at("copy")); // as at the next start of a pod
        assertEquals(PosixFilePermissions.fromString("rwx------"), Files.getPosixFilePermissions(temp.resolve("copy")));
        Files.copy(temp.resolve("north/tls.csr"), temp.resolve("copy/tls.csr"));
        assertEquals(
                "site north",
                json("enrol", "show", "--dir", at("copy")).get("name").asText());
        Files.delete(temp.resolve("north/tls.pem"));
        Files.writeString(temp.resolve("copy/signing.token"), "library: /none\n");
        assertTrue(fails(2, "enrol", "copy", "--from", at("north"), "--dir", at("copy"))
                .contains("signing.token must not be beside a copy of"));
        assertTrue(fails(3, "enrol", "copy", "--from", at("north"), "--dir", at("again"))
                .contains("tls.pem"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // a file with a passphrase must be readable by its owner alone, and there are no such
    // permissions
    void authorityUnderAPassphrase_signsWithItAndNotWithout() throws IOException {
        Path words = temp.resolve("words");
        Files.createFile(words, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(words, "a dozen words or so\n");
        String file = words.toString();
        json("enrol", "init-authority", "--authority", at("locked"), "--label", "t", "--passphrase-file", file);
        JsonNode request = json("enrol", "request", "--dir", at("east"), "--site", "east");
        List<String> sign = new ArrayList<>(List.of("enrol", "sign", "--authority", at("locked"), "--request"));
        sign.addAll(List.of(at("east/tls.csr"), "--out", at("east.pem"), "--fingerprint"));
        sign.add(request.get("fingerprint").asText());
        String none = fails(2, sign.toArray(String[]::new));
        assertTrue(none.contains("give --passphrase-file or --passphrase-env"), none);
        sign.addAll(List.of("--passphrase-file", file));
        json(sign.toArray(String[]::new));

        Files.writeString(words, "quite other words\n");
        String wrong = fails(3, "enrol", "show", "--authority", at("locked"), "--passphrase-file", file);
        assertTrue(wrong.contains("the passphrase is wrong"), wrong);
        assertTrue(!wrong.contains("quite other"), wrong);
        String unset = fails(2, "enrol", "show", "--authority", at("locked"), "--passphrase-env", "NO_SUCH_VARIABLE");
        assertTrue(unset.contains("which is not set"), unset);
        String both = fails(
                2, "enrol", "show", "--authority", at("locked"), "--passphrase-env", "A", "--passphrase-file", file);
        assertTrue(both.contains("one place"), both);
    }

    private Path words(String name, String words) throws IOException {
        Path file = temp.resolve(name);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, words + "\n");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // as above
    void officersKeyUnderAPassphrase_signsWithItAndNotWithout() throws IOException {
        String right = words("right", "a dozen words or so").toString();
        String wrong = words("wrong", "quite other words").toString();
        String key = at("officer.key");
        Shell shell = Shell.real();
        assertEquals(0, shell.run("enrol", "officer-key", "--key", key, "--passphrase-file", right), shell.err());
        assertTrue(Files.readString(Path.of(key)).startsWith("-----BEGIN ENCRYPTED PRIVATE KEY-----"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(key))));
        String[] keys = new String[3];
        for (int k = 0; k < 3; k++) {
            keys[k] = json("enrol", "officer-key", "--key", at("other" + k))
                    .get("publicKey")
                    .asText();
        }
        String roster = at("roster.yaml");
        json(
                "enrol",
                "roster",
                "--roster",
                roster,
                "--coordinator-key",
                keys[0],
                "--member",
                "a=" + keys[1],
                "--member",
                "b=" + keys[2]);

        String none = fails(2, "enrol", "roster", "--roster", roster, "--key", key);
        assertTrue(none.contains("give --passphrase-file or --passphrase-env"), none);
        String other = fails(3, "enrol", "roster", "--roster", roster, "--key", key, "--passphrase-file", wrong);
        assertTrue(other.contains("the passphrase is wrong") && !other.contains("quite other"), other);
        assertFalse(Files.exists(temp.resolve("roster.yaml.sig")));
        json("enrol", "roster", "--roster", roster, "--key", key, "--passphrase-file", right);
        String open =
                fails(2, "enrol", "roster", "--roster", roster, "--key", at("other0"), "--passphrase-file", right);
        assertTrue(open.contains("is under no passphrase"), open);

        json("enrol", "lock", "--key", key, "--old-passphrase-file", right, "--passphrase-file", wrong);
        json("enrol", "lock", "--key", at("other0"), "--passphrase-file", right);
        json("enrol", "lock", "--authority", at("authority"), "--passphrase-file", right);
        fails(3, "enrol", "roster", "--roster", roster, "--key", key, "--passphrase-file", right);
        json("enrol", "roster", "--roster", roster, "--key", key, "--passphrase-file", wrong);
        json("enrol", "roster", "--roster", roster, "--key", at("other0"), "--passphrase-file", right);
        assertEquals(
                rootFingerprint,
                json("enrol", "show", "--authority", at("authority"), "--passphrase-file", right)
                        .get("fingerprint")
                        .asText());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS) // as above
    void signingKeyUnderAPassphrase_isMadeAndShownWithIt() throws IOException {
        String right = words("right", "a dozen words or so").toString();
        String made = json("enrol", "request", "--dir", at("east"), "--site", "east", "--passphrase-file", right)
                .get("publicKey")
                .asText();
        assertTrue(Files.readString(temp.resolve("east/signing.key")).contains("ENCRYPTED"));
        assertFalse(Files.readString(temp.resolve("east/tls.key")).contains("ENCRYPTED"));
        JsonNode request = json("enrol", "show", "--request", at("east/tls.csr"));
        json(
                "enrol",
                "sign",
                "--authority",
                at("authority"),
                "--request",
                at("east/tls.csr"),
                "--out",
                at("east.pem"),
                "--fingerprint",
                request.get("fingerprint").asText());
        json(
                "enrol",
                "install",
                "--dir",
                at("east"),
                "--certificate",
                at("east.pem"),
                "--root",
                at("authority/authority.pem"),
                "--fingerprint",
                rootFingerprint);
        fails(2, "enrol", "show", "--dir", at("east"));
        assertEquals(
                made,
                json("enrol", "show", "--dir", at("east"), "--passphrase-file", right)
                        .get("publicKey")
                        .asText());
    }

    @Test
    void site_isEnrolledRenewedAndRevoked() throws IOException {
        enrol("north", "--site", "north");
        JsonNode shown = json("enrol", "show", "--dir", at("north"));
        assertEquals("site north", shown.get("name").asText());
        assertEquals("1971-01-01T00:00:00Z", shown.get("until").asText());
        assertEquals(rootFingerprint, shown.get("authority").asText());
        assertTrue(shown.get("publicKey").asText().matches("[0-9a-f]{64}"));

        sign(
                "north",
                json("enrol", "renew", "--dir", at("north")).get("fingerprint").asText(),
                "again.pem");
        JsonNode all = json("enrol", "show", "--authority", at("authority")).get("certificates");
        assertEquals(2, all.size());
        String serial =
                json("enrol", "show", "--dir", at("north")).get("serial").asText();
        json("enrol", "revoke", "--authority", at("authority"), "--serial", serial);
        List<String> states = new ArrayList<>();
        json("enrol", "show", "--authority", at("authority"))
                .get("certificates")
                .forEach(one -> states.add(one.get("state").asText()));
        states.sort(null);
        assertEquals(List.of("good", "revoked"), states);
        Files.copy(temp.resolve("authority/revoked.crl"), temp.resolve("north/revoked.crl"));
        assertTrue(fails(3, "enrol", "show", "--dir", at("north")).contains("was revoked"));
        json("enrol", "revoke", "--authority", at("authority"), "--refresh");
    }

    @Test
    void coordinator_isEnrolledWithItsHosts() throws IOException {
        enrol("hub", "--coordinator", "hub", "--host", "localhost", "--host", "127.0.0.1");
        assertTrue(fails(3, "enrol", "show", "--dir", at("hub")).contains("revoked.crl"));
        Files.copy(temp.resolve("authority/revoked.crl"), temp.resolve("hub/revoked.crl"));
        assertEquals(
                "coordinator hub",
                json("enrol", "show", "--dir", at("hub")).get("name").asText());
        JsonNode request = json("enrol", "show", "--request", at("hub/tls.csr"));
        assertEquals(List.of("localhost", "127.0.0.1"), texts(request.get("hosts")));
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    @Test
    void text_tellsTheFingerprintAndWhatToDoNext() {
        Shell shell = Shell.real();
        assertEquals(0, shell.run("enrol", "request", "--dir", at("west"), "--site", "west"), shell.err());
        assertTrue(shell.out().contains("read the fingerprint out over the telephone"), shell.out());
        assertTrue(shell.out().lines().anyMatch(line -> line.matches("fingerprint( +[0-9a-f]{4}){16}")), shell.out());
        assertFalse(shell.out().contains("PRIVATE"), shell.out());
    }

    @Test
    void wrongFingerprint_signsAndInstallsNothing() throws IOException {
        json("enrol", "request", "--dir", at("west"), "--site", "west");
        assertTrue(fails(
                        3,
                        "enrol",
                        "sign",
                        "--authority",
                        at("authority"),
                        "--request",
                        at("west/tls.csr"),
                        "--fingerprint",
                        DIGITS,
                        "--out",
                        at("west.pem"))
                .contains("expected was 0000 0000"));
        assertFalse(Files.exists(temp.resolve("west.pem")));
        assertTrue(fails(
                        2,
                        "enrol",
                        "sign",
                        "--authority",
                        at("authority"),
                        "--request",
                        at("west/tls.csr"),
                        "--fingerprint",
                        "0000 0000",
                        "--out",
                        at("west.pem"))
                .contains("all 16 groups"));
    }

    @Test
    void roster_isWrittenSignedAndVerified() throws IOException {
        String hub = key("hub");
        String officer = key("officer");
        String second = key("second");
        JsonNode written = json(
                "enrol",
                "roster",
                "--roster",
                at("roster.yaml"),
                "--coordinator-key",
                hub,
                "--member",
                "north=" + key("north"),
                "--member",
                "south=" + key("south"));
        JsonNode signed = json("enrol", "roster", "--roster", at("roster.yaml"), "--key", at("officer.key"));
        assertEquals(written.get("digest"), signed.get("digest"));
        assertEquals(List.of(officer), texts(signed.get("signers")));
        String[] both = {"enrol", "roster", "--roster", at("roster.yaml"), "--officer", officer, "--officer", second};
        assertTrue(fails(3, both).contains("must be signed by 2 of 2 officers, was signed by 1"));
        json("enrol", "roster", "--roster", at("roster.yaml"), "--key", at("second.key"));
        assertEquals(2, json(both).get("signers").size());
        assertEquals(
                2,
                json("enrol", "roster", "--roster", at("roster.yaml"))
                        .get("members")
                        .size());

        assertTrue(fails(3, "enrol", "roster", "--roster", at("roster.yaml"), "--officer", hub)
                .contains("officers must be others than the coordinator"));

        String text = Files.readString(temp.resolve("roster.yaml"));
        Files.writeString(temp.resolve("roster.yaml"), text.replace("south", "sooth"));
        assertTrue(fails(3, both).contains("changed after it was signed"));
        assertTrue(fails(3, "enrol", "roster", "--roster", at("roster.yaml"), "--key", at("officer.key"))
                .contains("signatures of another roster"));
    }

    private String key(String name) throws IOException {
        return json("enrol", "officer-key", "--key", at(name + ".key"))
                .get("publicKey")
                .asText();
    }

    @Test
    void badFiles_areNamed() throws IOException {
        assertTrue(fails(3, "enrol", "show", "--dir", at("nowhere")).contains("no such file"));
        assertTrue(fails(3, "enrol", "renew", "--dir", at("nowhere")).contains("no such file"));
        Files.writeString(temp.resolve("bad.csr"), "hello");
        assertTrue(fails(3, "enrol", "show", "--request", at("bad.csr")).contains("must hold a CERTIFICATE REQUEST"));
        assertTrue(fails(3, "enrol", "show", "--authority", at("nowhere")).contains("enrol init-authority"));
        assertTrue(fails(3, "enrol", "revoke", "--authority", at("authority"), "--serial", "1f")
                .contains("no certificate with serial 1f"));
        assertTrue(fails(3, "enrol", "init-authority", "--authority", at("authority"), "--label", "again")
                .contains("never overwritten"));
    }
}
