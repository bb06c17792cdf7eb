// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints help when there is no command. */
@Command(
        name = "hedgerow",
        description = "Learn the structure of a Bayesian network together with other organisations. The data "
                + "stays where it is, and each site enforces its own privacy budget.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = RootCommand.Version.class)
final class RootCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by the parser
    private CommandSpec spec;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // the parser acts on it
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the versions of hedgerow and Java.")
    @SuppressWarnings("UnusedVariable") // the parser acts on it
    private boolean version;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Prints the version of hedgerow and of Java. */
    static final class Version implements IVersionProvider {

        Version() {}

        static String number() {
            try (InputStream in = Objects.requireNonNull(
                    Version.class.getResourceAsStream("version.properties"), "version.properties")) {
                Properties properties = new Properties();
                properties.load(in);
                return properties.getProperty("version");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String[] getVersion() {
            return new String[] {
                "hedgerow " + number(),
                "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch")
            };
        }
    }
}
