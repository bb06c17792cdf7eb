// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import java.io.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Reads a passphrase; never from the command line itself, which everyone on the machine can read. */
public final class PassphraseOptions {

    public static final List<String> NAMES = List.of("--passphrase-file", "--passphrase-env", "--ask-passphrase");

    @Option(
            names = "--passphrase-file",
            paramLabel = "FILE",
            description = "The passphrase of the private key is the first line of FILE, which is for its owner alone.")
    private @Nullable Path file;

    @Option(
            names = "--passphrase-env",
            paramLabel = "NAME",
            description = "The passphrase of the private key is in the environment variable NAME.")
    private @Nullable String variable;

    @Option(names = "--ask-passphrase", description = "Ask for the passphrase of the private key at the terminal.")
    private boolean ask;

    /** The passphrase typed for a known key, so that it is requested once. */
    private char @Nullable [] typed;

    /** Reads the first line of a file; without a file the passphrase is requested. */
    public static PassphraseOptions inFile(@Nullable Path file) {
        PassphraseOptions options = new PassphraseOptions();
        options.file = file;
        return options;
    }

    public boolean isGiven() {
        return file != null || variable != null || ask;
    }

    /** The passphrase of a new key, which is not encrypted unless a passphrase is named. */
    public Optional<Passphrase> forNewKey() {
        return isGiven() ? Optional.of(passphrase(true)) : Optional.empty();
    }

    /** The passphrase under which a key is put; requested where none is named. */
    public Passphrase forLockedKey() {
        return passphrase(true);
    }

    /** The passphrase of a key that may turn out to be encrypted. */
    public Supplier<Passphrase> of(Path key) {
        if (isGiven() && Files.exists(key) && !SigningKey.isEncrypted(key)) {
            throw new IllegalArgumentException(key + " is under no passphrase: leave the passphrase out, or put the key"
                    + " under one with enrol lock");
        }
        return () -> passphrase(false);
    }

    /** The passphrase of a key, for a service. */
    public Supplier<char[]> typed(Path key) {
        Supplier<Passphrase> passphrase = of(key);
        return () -> {
            try (Passphrase one = passphrase.get()) {
                return one.typed();
            }
        };
    }

    // from Java 22 on there is a console without a terminal, too; it reads the end of input then, which is no
    // passphrase
    @SuppressWarnings("SystemConsoleNull")
    private Passphrase passphrase(boolean twice) {
        if ((file == null ? 0 : 1) + (variable == null ? 0 : 1) + (ask ? 1 : 0) > 1) {
            throw new IllegalArgumentException("a passphrase comes from one place: give one of " + NAMES);
        }
        if (file != null) {
            return Passphrase.read(file);
        }
        if (variable != null) {
            String value = System.getenv(variable);
            if (value == null) {
                throw new IllegalArgumentException("--passphrase-env names " + variable + ", which is not set");
            }
            return Passphrase.of(value.toCharArray());
        }
        Console console = System.console();
        if (console == null) {
            throw new IllegalArgumentException("the private key needs its passphrase, and there is no terminal to ask"
                    + " at: give --passphrase-file or --passphrase-env");
        }
        return twice ? asked(console) : Passphrase.of(askedOnce(console));
    }

    private static Passphrase asked(Console console) {
        char[] first = read(console, "New passphrase of the private key: ");
        char[] again = read(console, "The same once more: ");
        boolean same = Arrays.equals(first, again);
        Arrays.fill(again, '\0');
        if (!same) {
            Arrays.fill(first, '\0');
            throw new IllegalArgumentException("the two passphrases differ: nothing was done");
        }
        return Passphrase.once(first);
    }

    private synchronized char[] askedOnce(Console console) {
        char[] known = typed;
        if (known == null) {
            known = read(console, "Passphrase of the private key: ");
            typed = known;
        }
        return known;
    }

    private static char[] read(Console console, String prompt) {
        char[] typed = console.readPassword("%s", prompt);
        if (typed == null) {
            throw new IllegalArgumentException("no passphrase was typed");
        }
        return typed;
    }
}
