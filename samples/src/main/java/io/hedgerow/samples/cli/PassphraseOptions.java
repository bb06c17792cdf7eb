// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.transport.internal.identity.Passphrase;
import java.io.Console;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a passphrase comes from. Never from the command line itself, which everybody on the machine can read. */
final class PassphraseOptions {

    static final List<String> NAMES = List.of("--passphrase-file", "--passphrase-env", "--ask-passphrase");

    @Option(
            names = "--passphrase-file",
            paramLabel = "FILE",
            description = "The authority's passphrase is the first line of FILE, which is for its owner alone.")
    private @Nullable Path file;

    @Option(
            names = "--passphrase-env",
            paramLabel = "NAME",
            description = "The authority's passphrase is in the environment variable NAME.")
    private @Nullable String variable;

    @Option(names = "--ask-passphrase", description = "Ask for the authority's passphrase at the terminal.")
    private boolean ask;

    PassphraseOptions() {}

    boolean isGiven() {
        return file != null || variable != null || ask;
    }

    /** For a new key, which is not encrypted unless a passphrase is named. */
    Optional<Passphrase> forNewKey() {
        return isGiven() ? Optional.of(passphrase(true)) : Optional.empty();
    }

    /** For a key that turns out to be under a passphrase. */
    Passphrase forKnownKey() {
        return passphrase(false);
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
            throw new IllegalArgumentException(
                    "the authority's key needs its passphrase, and there is no terminal to ask"
                            + " at: give --passphrase-file or --passphrase-env");
        }
        char[] typed = read(console, "Passphrase of the authority: ");
        if (twice) {
            char[] again = read(console, "The same once more: ");
            boolean same = Arrays.equals(typed, again);
            Arrays.fill(again, '\0');
            if (!same) {
                Arrays.fill(typed, '\0');
                throw new IllegalArgumentException("the two passphrases differ: nothing was made");
            }
        }
        Passphrase passphrase = Passphrase.of(typed);
        Arrays.fill(typed, '\0');
        return passphrase;
    }

    private static char[] read(Console console, String prompt) {
        char[] typed = console.readPassword("%s", prompt);
        if (typed == null) {
            throw new IllegalArgumentException("no passphrase was typed");
        }
        return typed;
    }
}
