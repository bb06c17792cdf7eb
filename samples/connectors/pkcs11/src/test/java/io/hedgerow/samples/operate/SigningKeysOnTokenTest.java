// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import io.hedgerow.core.internal.text.PlatformLogs;
import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import io.hedgerow.transport.internal.key.TokenFile;
import io.hedgerow.transport.internal.key.TokenKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Signing keys on a token, by SoftHSM where it is installed; the tests are skipped where it is not. In none of them has
 * java.util.logging, to which JNA writes, a line with a PIN or with what was signed, at its finest level.
 */
@Tag("slow")
@Timeout(300)
class SigningKeysOnTokenTest extends OnTokenTest {

    private static final int DEADLINE = 120;
    private static final byte[] MESSAGE = "some message".getBytes(StandardCharsets.US_ASCII);

    private final PlatformLogs logs = new PlatformLogs();
    private final Traces traces = new Traces().of(SoftHsm.PIN.getBytes(StandardCharsets.US_ASCII));

    @AfterEach
    void nothingSecret_isLogged() {
        logs.close();
        assertEquals(Optional.empty(), traces.in(logs.text()), logs.text());
    }

    private static Passphrase noPassphrase() {
        throw new AssertionError("a key on a token has no passphrase");
    }

    private IdentityDirectory directory(String name, String description) throws IOException {
        return directory(name, IdentityDirectory::signingToken, description);
    }

    private PublicSigningKey make(String label) throws IOException {
        try (OpenedKey key =
                SigningKey.create(directory("of-" + label, token.description(label, pin)), Optional.empty())) {
            return key.publicKey();
        }
    }

    private static PublicSigningKey publicKey(IdentityDirectory directory) {
        try (OpenedKey key = SigningKey.open(directory, SigningKeysOnTokenTest::noPassphrase)) {
            assertTrue(key.publicKey().verifies(MESSAGE, key.sign(MESSAGE)));
            return key.publicKey();
        }
    }

    private static IdentityException refused(IdentityDirectory directory, Reason reason, String... words) {
        IdentityException thrown = assertThrows(
                IdentityException.class,
                () -> SigningKey.open(directory, SigningKeysOnTokenTest::noPassphrase)
                        .close());
        assertTrue(thrown.getMessage().contains("signing.token"), thrown::getMessage);
        return says(thrown, reason, words);
    }

    private static Program request(IdentityDirectory directory) throws Exception {
        return Program.run(List.of("enrol", "request", "--dir", directory.path().toString(), "--site", "north"));
    }

    @Test
    void request_makesAKeyThatCannotLeaveTheToken_andFindsItAgain() throws Exception {
        IdentityDirectory directory = directory("north", token.description("north-signing", pin));
        Program made = request(directory);
        assertEquals(0, made.exitCode(), made.output());
        assertFalse(Files.exists(directory.signingKey()), "no key in a file");
        PublicSigningKey key = publicKey(directory);
        assertTrue(made.output().contains(key.hex()), made.output());
        String objects = token.tool("--list-objects", "--type", "privkey");
        assertTrue(
                objects.matches("(?s).*EC_EDWARDS\\s+label: +north-signing\\s+ID:[^\n]*\\s+Usage:[^\n]* sign[^\n]*\\s+"
                        + "Access: +sensitive, always sensitive, never extractable, local.*"),
                objects);
        IdentityDirectory other = directory("again", token.description("north-signing", pin));
        Program again = request(other);
        assertTrue(again.output().contains(key.hex()), "a key that is there is never replaced: " + again.output());
    }

    /** JNA writes which library it looks for. */
    @Test
    void messageThatIsSigned_isInNoLine_andNoTextOfKeysHasThePin() throws IOException {
        byte[] message = new byte[200];
        new Random(5).nextBytes(message);
        traces.of(message);
        IdentityDirectory directory = directory("logged", token.description("logged", pin));
        StringBuilder texts = new StringBuilder();
        try (OpenedKey key = SigningKey.create(directory, Optional.empty())) {
            assertTrue(key.publicKey().verifies(message, key.sign(message)));
            TokenKey described = TokenKey.read(directory.signingToken());
            texts.append(key).append(key.publicKey()).append(described).append(described.described());
        }
        IdentityException refused = refused(
                directory(
                        "library", token.description("logged", pin).replaceFirst("library: .*", "library: /no/lib.so")),
                Reason.TOKEN,
                "/no/lib.so");
        StringWriter stack = new StringWriter();
        refused.printStackTrace(new PrintWriter(stack));
        texts.append(stack);
        assertEquals(Optional.empty(), traces.in(texts.toString()), texts::toString);
        assertTrue(logs.text().contains("com.sun.jna"), "lines are seen: " + logs.text());
    }

    @Test
    void slot_isFoundByItsNumber_itsPlaceAndItsToken() throws IOException {
        PublicSigningKey key = make("found");
        String description = token.description("found", pin);
        List<PublicSigningKey> found = new ArrayList<>();
        for (String way : List.of("token: hedgerow", "slotIndex: 0", "slotIndex: 1", "slotIndex: 2")) {
            IdentityDirectory directory = directory("way", description.replaceFirst("slot: .*", way));
            try (OpenedKey opened = SigningKey.open(directory, SigningKeysOnTokenTest::noPassphrase)) {
                found.add(opened.publicKey());
            } catch (IdentityException e) {
                // another slot: that token has no such key, or another PIN, or is out
                assertTrue(
                        List.of(Reason.MISSING, Reason.PASSPHRASE, Reason.TOKEN).contains(e.reason()), e::getMessage);
            }
        }
        assertEquals(List.of(key, key), found);
        refused(
                directory("none", description.replaceFirst("slot: .*", "token: elsewhere")),
                Reason.TOKEN,
                "token=elsewhere",
                "no token has this label",
                "pkcs11-tool --module");
        refused(
                directory("far", description.replaceFirst("slot: .*", "slotIndex: 99")),
                Reason.TOKEN,
                "slotListIndex=99",
                "it has 4 slots");
        refused(
                directory("number", description.replaceFirst("slot: .*", "slot: 99")),
                Reason.TOKEN,
                "CKR_SLOT_ID_INVALID");
        refused(
                directory("library", description.replaceFirst("library: .*", "library: /no/such/library.so")),
                Reason.TOKEN,
                "/no/such/library.so",
                "cannot be loaded");
        Path file = temp.resolve("libc.so");
        Files.writeString(file, "no library");
        refused(
                directory("text", description.replaceFirst("library: .*", "library: " + file)),
                Reason.TOKEN,
                "cannot be loaded");
    }

    /** The key of connections on the same token is not tried with a PIN that the signing key was refused for. */
    @Test
    void wrongPin_isTriedOnceForBothKeys_andAnotherOneAfterIt() throws Exception {
        Path file = token.pin("222222");
        IdentityDirectory directory = directory("once", token.ofSecond("any", file));
        Program made = request(directory);
        assertEquals(3, made.exitCode(), made.errors());
        for (String word : List.of("signing.token", "does not accept the PIN of", "CKR_PIN_INCORRECT", "lock after")) {
            assertTrue(made.errors().contains(word), made.errors());
        }
        assertFalse(made.errors().contains("222222"), made.errors());
        assertFalse(Files.exists(directory.request()), "the next try would find half of an identity");
        assertFalse(Files.exists(directory.key()), "the next try would find half of an identity");
        Files.writeString(directory.token(), token.ofSecond("tls", file));
        IdentityException again =
                refused(directory, Reason.PASSPHRASE, "which is not tried again", file.toString(), "signing.token");
        assertFalse(again.getMessage().contains("222222"), again::getMessage);
        TokenKey connections = TokenKey.read(directory.token());
        IdentityException other = assertThrows(IdentityException.class, connections::load);
        assertTrue(other.getMessage().contains("which is not tried again"), other::getMessage);
        Files.writeString(file, SoftHsm.SECOND_PIN + "\n");
        refused(directory, Reason.MISSING, "label any");
    }

    @Test
    void key_thatIsMissingOrOfAnotherKind_isRefused() throws Exception {
        refused(
                directory("none", token.description("nothing", pin)),
                Reason.MISSING,
                "no private key under the label nothing",
                "`enrol request`");
        token.tool("--keypairgen", "--key-type", "EC:prime256v1", "--label", "p256", "--id", "31");
        refused(
                directory("p256", token.description("p256", pin)),
                Reason.UNREADABLE,
                "must be an Ed25519 key, has the key type 3");
        token.tool("--keypairgen", "--key-type", "EC:edwards25519", "--label", "open", "--id", "32", "--extractable");
        refused(directory("open", token.description("open", pin)), Reason.UNREADABLE, "must not be extractable, is");
        token.tool("--keypairgen", "--key-type", "EC:edwards25519", "--label", "twice", "--id", "33");
        token.tool("--keypairgen", "--key-type", "EC:edwards25519", "--label", "twice", "--id", "34");
        refused(directory("twice", token.description("twice", pin)), Reason.UNREADABLE, "is one of several");
        token.tool("--keypairgen", "--key-type", "EC:edwards25519", "--label", "alone", "--id", "35");
        token.tool("--delete-object", "--type", "pubkey", "--id", "35");
        refused(directory("alone", token.description("alone", pin)), Reason.UNREADABLE, "has none");
    }

    /** A pair whose halves do not belong together would end the study at its first signature. */
    @Test
    void publicKey_ofAnotherPair_isFoundAtOnce() throws Exception {
        token.tool("--keypairgen", "--key-type", "EC:edwards25519", "--label", "half", "--id", "41");
        token.tool("--keypairgen", "--key-type", "EC:edwards25519", "--label", "other", "--id", "42");
        token.tool("--delete-object", "--type", "pubkey", "--id", "41");
        token.tool("--delete-object", "--type", "privkey", "--id", "42");
        token.tool("--type", "privkey", "--id", "41", "--set-id", "42");
        refused(
                directory("half", token.description("half", pin)),
                Reason.TOKEN,
                "must verify with the public key under the label half");
    }

    /** A token that was out, or a hardware security module that was started again, has ended all sessions. */
    @Test
    void sessionThatTheTokenHasEnded_isOpenedAgain() throws IOException {
        make("ended");
        IdentityDirectory directory = directory("ended", token.description("ended", pin));
        TokenFile described = TokenKey.read(directory.signingToken()).described();
        try (OpenedKey key = SigningKey.open(directory, SigningKeysOnTokenTest::noPassphrase)) {
            byte[] before = key.sign(MESSAGE);
            Object ended = NativeLibrary.getInstance(described.library())
                    .getFunction("C_CloseAllSessions")
                    .invoke(
                            NativeLong.class,
                            new Object[] {new NativeLong(described.slot().orElseThrow())});
            assertEquals(new NativeLong(0), ended);
            assertArrayEquals(before, key.sign(MESSAGE), "Ed25519 gives one signature of one message");
        }
    }

    @Test
    void tokenThatIsTakenOut_endsNothingButItsSignatures() throws IOException {
        IdentityDirectory directory = directory("portable", token.ofPortable("portable", pin));
        OpenedKey key = SigningKey.create(directory, Optional.empty());
        assertTrue(key.publicKey().verifies(MESSAGE, key.sign(MESSAGE)));
        token.takeOut();
        for (int k = 0; k < 2; k++) {
            IdentityException thrown = assertThrows(IdentityException.class, () -> key.sign(MESSAGE));
            says(thrown, Reason.TOKEN, "CKR_");
        }
        refused(directory, Reason.TOKEN, "CKR_", "there is no token that can be used");
        key.close();
        assertThrows(IllegalStateException.class, () -> key.sign(MESSAGE));
    }

    @Test
    void keyInAFileAndOnAToken_isRefused_andSoIsAPassphrase() throws IOException {
        IdentityDirectory directory = directory("both", token.description("both", pin));
        Optional<Passphrase> passphrase = Optional.of(Passphrase.of("a dozen letters".toCharArray()));
        IdentityException one = assertThrows(IdentityException.class, () -> SigningKey.create(directory, passphrase));
        says(one, Reason.PASSPHRASE, "leave the passphrase out");
        SigningKey.create(directory.signingKey()).close();
        refused(directory, Reason.EXISTS, "remove the one that is not used");
    }

    @Test
    void description_thatIsWrong_isRefusedWithItsLine() throws IOException {
        String description = token.description("north-signing", pin);
        for (String wrong : List.of(
                description.replaceFirst("library: .*", "library: libsofthsm2.so"),
                description + "token: hedgerow\n",
                description.replaceFirst("slot: .*\n", ""),
                description + "pinVariable: PIN\n",
                description + "pin: 1234\n")) {
            refused(directory("wrong", wrong), Reason.UNREADABLE);
        }
    }

    /** Before keys are made: those of the coordinator and of one site, of connections and of masks. */
    private static void nameToken(Path study) throws IOException {
        for (String end : List.of("coordinator", "site-1/identity")) {
            IdentityDirectory directory = new IdentityDirectory(Files.createDirectories(study.resolve(end)));
            String name = end.replace("/identity", "");
            Files.writeString(directory.signingToken(), token.description(name + "-signing", pin));
            Files.writeString(directory.token(), token.description(name + "-tls", pin));
        }
    }

    /** Two studies at once open the same keys, each for itself; the one that ends first leaves the other's open. */
    @Test
    void hubAndAgent_withKeysOnTheToken_runMaskedStudiesAtOnce() throws Exception {
        nameToken(temp.resolve("base"));
        try (SeveralStudies all = new SeveralStudies(temp)) {
            List<Child> agents = new ArrayList<>();
            for (String study : List.of("first", "second")) {
                all.masked(study);
                assertEquals(0, all.submitToHub(study).exitCode());
                for (String site : all.sites()) {
                    assertEquals(0, all.submitTo(site, study).exitCode());
                }
            }
            for (String site : all.sites()) {
                agents.add(all.agent(site, "--once"));
            }
            all.hub("--at-once", "2", "--once").ends(0);
            for (Child agent : agents) {
                agent.ends(0);
            }
            for (String study : List.of("first", "second")) {
                assertEquals(all.networkAlone(study), all.network(study));
            }
            assertFalse(Files.exists(temp.resolve("base/site-1/identity/signing.key")));
        }
    }

    /** Both halves of a masked study, with keys of one site and of the coordinator that no file has. */
    @Test
    void maskedStudy_withKeysOnTheToken_givesTheSameNetwork() throws Exception {
        Path folder = temp.resolve("study");
        nameToken(folder);
        try (TestFederation federation = TestFederation.masked(folder, 3, 0, DEADLINE)) {
            Child coordinator = federation.coordinator();
            List<String> doctor = new ArrayList<>(federation.siteArguments("site-1"));
            doctor.set(doctor.indexOf("join"), "doctor");
            Program checkup = Program.run(doctor);
            assertTrue(checkup.output().contains("both private keys are on a token"), checkup.output());
            assertTrue(checkup.output().contains("signed, and with this site's key"), checkup.output());
            assertEquals(0, checkup.exitCode(), checkup.output());
            List<Child> sites = federation.everySite();
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertFalse(Files.exists(folder.resolve("coordinator/signing.key")));
            assertFalse(Files.exists(folder.resolve("site-1/identity/signing.key")));
            assertTrue(Files.exists(folder.resolve("site-2/identity/signing.key")));
            assertEquals(federation.networkInProcess(), federation.networkFile());
        }
    }
}
