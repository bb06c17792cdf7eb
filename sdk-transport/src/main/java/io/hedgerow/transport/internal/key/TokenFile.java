// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Says where on a PKCS#11 token a private key is, and where the PIN is found. It is a file of YAML:
 *
 * <pre>
 * library: /usr/lib/softhsm/libsofthsm2.so    # the maker's PKCS#11 library, an absolute path
 * slot: 757963172                             # its number; or slotIndex: its place among all slots, from 0
 * label: north-tls                            # of the key
 * pinFile: /run/secrets/north.pin             # its first line; or pinVariable: NAME, of the environment
 * </pre>
 *
 * <p>A signing key may also say {@code token: LABEL} for its slot, which outlasts new numbers of slots. Immutable and
 * thread-safe.
 *
 * @param file the description, for messages
 * @param library absolute path
 * @param slot number of the slot
 * @param slotIndex its place among all slots, if it has no number here
 * @param token label of the token in it, if it has neither
 * @param pinFile a file for its owner alone; empty when {@code pinVariable} names the PIN
 */
public record TokenFile(
        Path file,
        String library,
        Optional<Long> slot,
        Optional<Integer> slotIndex,
        Optional<String> token,
        String label,
        Optional<Path> pinFile,
        Optional<String> pinVariable) {

    private static final int LARGEST = 64 << 10;
    private static final int MOST_SLOTS = 10_000;
    private static final String LIBRARY = "/[^\"$\\p{Cntrl}]{1,500}";
    private static final String LABEL = "[^\\p{Cntrl}]{1,200}";
    /** PKCS#11 has 32 bytes for it. */
    private static final String TOKEN = "[^\\p{Cntrl}]{1,32}";

    /** A security property of the process: by PKCS#11 a process logs in, and tokens count what it tries. */
    private static final String REFUSED = "hedgerow.refused-pin.";

    /**
     * Reads a description for the platform's provider, which knows slots by number. Nothing of the token is looked at.
     */
    static TokenFile ofConnections(Path file) {
        return read(file, List.of("slot", "slotIndex"));
    }

    /** Reads a description of a signing key, which may also name its token. Nothing of the token is looked at. */
    static TokenFile ofSigning(Path file) {
        return read(file, List.of("slot", "slotIndex", "token"));
    }

    /** Whether a token is named instead of having the key in a file; it may not be both. */
    public static boolean isNamed(Path token, Path key) {
        if (!Files.exists(token)) {
            return false;
        }
        if (Files.exists(key)) {
            throw new IdentityException(
                    Reason.EXISTS,
                    key + ": the key is in a file and, by " + token + ", on a token: remove the one that is not used");
        }
        return true;
    }

    private static TokenFile read(Path file, List<String> ways) {
        TokenFile described = parsed(file, ways);
        requireNoOtherWriters(file, file);
        requireNoOtherWriters(file, Path.of(described.library));
        return described;
    }

    /**
     * The library runs in this process: anyone who may write it, or its name, could do all that this process can. Looks
     * at the two files, not at their folders or owners.
     */
    private static void requireNoOtherWriters(Path file, Path written) {
        try {
            if (Files.exists(written) && Files.getFileStore(written).supportsFileAttributeView("posix")) {
                Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(written);
                if (permissions.contains(PosixFilePermission.GROUP_WRITE)
                        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
                    throw new IdentityException(
                            Reason.PERMISSIONS,
                            file + ": others than its owner must not be able to write to " + written
                                    + ", which decides what runs in this process: run chmod go-w " + written);
                }
            }
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, written + ": its permissions cannot be read", e);
        }
    }

    private static TokenFile parsed(Path file, List<String> ways) {
        try {
            YamlNode root = YamlDocument.read(file, LARGEST);
            List<String> names = new ArrayList<>(List.of("library", "label", "pinFile", "pinVariable"));
            names.addAll(ways);
            root.requireOnly(names.toArray(String[]::new));
            if (ways.stream().filter(way -> root.optional(way).isPresent()).count() != 1) {
                throw root.complain("must name the slot once, by " + String.join(" or by ", ways));
            }
            Optional<YamlNode> pin = root.optional("pinFile");
            Optional<YamlNode> variable = root.optional("pinVariable");
            if (pin.isPresent() == variable.isPresent()) {
                throw root.complain("must say where the PIN is once, by pinFile or by pinVariable");
            }
            return new TokenFile(
                    file,
                    root.required("library").matching(LIBRARY, "the absolute path of a library without quotes and $"),
                    root.optional("slot").map(node -> node.whole(0, Long.MAX_VALUE)),
                    root.optional("slotIndex").map(node -> node.whole(0, MOST_SLOTS)),
                    root.optional("token").map(node -> node.matching(TOKEN, "the label of a token")),
                    root.required("label").matching(LABEL, "the label of a key"),
                    pin.map(node -> file.resolveSibling(node.text("a file"))),
                    variable.map(node -> node.matching("[A-Za-z_][A-Za-z0-9_]*", "the name of a variable")));
        } catch (YamlProblem e) {
            throw new IdentityException(Reason.UNREADABLE, e.text(), e);
        }
    }

    /** The slot in one line, as the platform's own provider has it where it knows it. */
    public String place() {
        return slot.map(number -> "slot=" + number)
                .or(() -> slotIndex.map(index -> "slotListIndex=" + index))
                .or(() -> token.map(name -> "token=" + name))
                .orElseThrow();
    }

    /**
     * Logs in: one try of a PIN at a time, and one of each PIN that is refused, because most tokens lock after a few
     * and an agent looks at many studies. The array with the PIN is erased when it was used; copies that Java makes for
     * its digest are not.
     *
     * @param attempt a try; it throws an exception of {@link #refused} where the token does not accept the PIN
     * @return what the try returns
     * @throws IdentityException when there is no PIN, or it was refused now or before
     */
    public <T> T login(Function<char[], T> attempt) {
        char[] pin = pin();
        try {
            return login(pin, attempt);
        } finally {
            Arrays.fill(pin, '\0');
        }
    }

    private <T> T login(char[] pin, Function<char[], T> attempt) {
        synchronized (TokenFile.class) {
            String digest = Sha256.hex(new String(pin).getBytes(StandardCharsets.UTF_8));
            String property = REFUSED + Sha256.hex((library + "\n" + place()).getBytes(StandardCharsets.UTF_8));
            if (digest.equals(Security.getProperty(property))) {
                throw new IdentityException(
                        Reason.PASSPHRASE,
                        file + ": the token did not accept the PIN of " + pinSource() + ", which is not tried again:"
                                + " mend it, or start this process again if the token has this PIN now");
            }
            try {
                return attempt.apply(pin);
            } catch (IdentityException e) {
                if (e.reason() == Reason.PASSPHRASE) {
                    Security.setProperty(property, digest);
                }
                throw e;
            }
        }
    }

    /** Says that the token does not accept the PIN, with its own code, such as CKR_PIN_INCORRECT. */
    public IdentityException refused(String code, Throwable cause) {
        return new IdentityException(
                Reason.PASSPHRASE,
                file + ": the token does not accept the PIN of " + pinSource() + " (" + code
                        + "): mend it before the next try, most tokens lock after a few",
                cause);
    }

    /** Says that there is no token, and why, such as with the token's own code. */
    public IdentityException absent(String why, Throwable cause) {
        return new IdentityException(
                Reason.TOKEN,
                file + ": there is no token that can be used at " + place() + " of " + library + ": " + why
                        + "; see the slots with `pkcs11-tool --module " + library + " -L`",
                cause);
    }

    private String pinSource() {
        return pinFile.map(Path::toString).or(() -> pinVariable).orElseThrow();
    }

    private char[] pin() {
        if (pinVariable.isPresent()) {
            String value = System.getenv(pinVariable.get());
            if (value == null) {
                throw new IdentityException(
                        Reason.PASSPHRASE,
                        file + ": pinVariable names " + pinVariable.get() + ", which is not set: set it, or name a"
                                + " pinFile");
            }
            return value.toCharArray();
        }
        return Passphrase.firstLine(pinFile.orElseThrow(), "a PIN", "change the PIN", "write the PIN into it");
    }
}
