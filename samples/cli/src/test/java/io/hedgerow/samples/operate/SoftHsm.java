// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.internal.key.Pem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A token in software (SoftHSM 2) for one test class. Its library reads the environment of the process, which the build
 * sets, once; so there is one class of tests with tokens, and its tokens are made before the library is loaded.
 */
final class SoftHsm {

    /** Of digits and letters that no log has by chance. */
    static final String PIN = "quill472913feather";

    static final String SECOND_PIN = "555555";
    private static final Pattern SLOT = Pattern.compile("slot (\\d+)");

    private final Path folder;
    private final Path library;
    private final long slot;
    private final long second;
    private final long portable;
    private final Path portableFolder;
    private int files;

    private SoftHsm(Path folder, Path library, long slot, long second, long portable, Path portableFolder) {
        this.folder = folder;
        this.library = library;
        this.slot = slot;
        this.second = second;
        this.portable = portable;
        this.portableFolder = portableFolder;
    }

    /** Makes a token, or skips the tests, saying why. */
    static SoftHsm create(Path folder) throws IOException, InterruptedException {
        Optional<Path> library = Stream.of(
                        "/usr/lib/softhsm/libsofthsm2.so",
                        "/usr/lib64/pkcs11/libsofthsm2.so",
                        "/opt/homebrew/lib/softhsm/libsofthsm2.so")
                .map(Path::of)
                .filter(Files::exists)
                .findFirst();
        assumeTrue(library.isPresent() && isOnPath("softhsm2-util"), "SoftHSM is not installed (Debian's softhsm2)");
        assumeTrue(isOnPath("pkcs11-tool"), "pkcs11-tool is not installed (Debian's opensc)");
        String configuration = System.getenv("SOFTHSM2_CONF");
        assumeTrue(configuration != null, "SOFTHSM2_CONF must name a file of the build, as Maven sets it");
        Path tokens = Files.createDirectories(folder.resolve("tokens"));
        Files.writeString(
                Path.of(configuration),
                "directories.tokendir = " + tokens + "\nobjectstore.backend = file\nlog.level = ERROR\n");
        long slot = init("hedgerow", PIN);
        long second = init("second", SECOND_PIN);
        Set<Path> before = Set.copyOf(folders(tokens));
        long portable = init("portable", PIN);
        Path own = folders(tokens).stream()
                .filter(one -> !before.contains(one))
                .findFirst()
                .orElseThrow();
        return new SoftHsm(folder, library.get(), slot, second, portable, own);
    }

    private static List<Path> folders(Path tokens) throws IOException {
        try (Stream<Path> files = Files.list(tokens)) {
            return files.toList();
        }
    }

    private static long init(String label, String pin) throws IOException, InterruptedException {
        String made =
                run("softhsm2-util", "--init-token", "--free", "--label", label, "--so-pin", "98765432", "--pin", pin);
        Matcher found = SLOT.matcher(made.substring(made.indexOf("reassigned")));
        if (!found.find()) {
            throw new AssertionError(made);
        }
        return Long.parseLong(found.group(1));
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> String.join(" ", command) + "\n" + output);
        return output;
    }

    /** What the token's own tool says. */
    String tool(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "pkcs11-tool", "--module", library.toString(), "--token-label", "hedgerow", "--login", "--pin", PIN));
        command.addAll(List.of(arguments));
        try {
            return run(command.toArray(String[]::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A description of a key on this token, with its PIN in a file beside it. */
    String description(String label, Path pin) {
        return "library: " + library + "\nslot: " + slot + "\nlabel: " + label + "\npinFile: " + pin + "\n";
    }

    /** The same for a token that no test has logged in to, with {@link #SECOND_PIN}. */
    String ofSecond(String label, Path pin) {
        return description(label, pin).replace("slot: " + slot + "\n", "slot: " + second + "\n");
    }

    /** The same for a token that can be taken out, with {@link #PIN}. */
    String ofPortable(String label, Path pin) {
        return description(label, pin).replace("slot: " + slot + "\n", "slot: " + portable + "\n");
    }

    /** Takes that token out. The library has it no more in this process, even where it is put back. */
    void takeOut() throws IOException {
        Files.move(portableFolder, folder.resolve("taken"));
    }

    /** A file with a PIN, for its owner alone. */
    Path pin(String digits) throws IOException {
        files++;
        Path file = folder.resolve("pin-" + files);
        PrivateFiles.create(file, (digits + "\n").getBytes(StandardCharsets.US_ASCII), true);
        return file;
    }

    /** An Ed25519 key that signs on this token: the platform's provider cannot, so its maker's tool is asked. */
    MessageSigner signer(String label, String id) throws IOException {
        tool("--keypairgen", "--key-type", "EC:edwards25519", "--label", label, "--id", id);
        Path file = folder.resolve(label + ".pub");
        tool("--read-object", "--type", "pubkey", "--id", id, "--output-file", file.toString());
        byte[] spki = Pem.read(file, "PUBLIC KEY", "");
        PublicSigningKey known = new PublicSigningKey(HexFormat.of().formatHex(spki, spki.length - 32, spki.length));
        return new MessageSigner() {
            @Override
            public PublicSigningKey publicKey() {
                return known;
            }

            @Override
            public synchronized byte[] sign(byte[] message) {
                try {
                    Path in = folder.resolve(label + ".in");
                    Path out = folder.resolve(label + ".out");
                    Files.write(in, message);
                    tool("--sign", "-m", "EDDSA", "--id", id, "-i", in.toString(), "-o", out.toString());
                    return Files.readAllBytes(out);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
