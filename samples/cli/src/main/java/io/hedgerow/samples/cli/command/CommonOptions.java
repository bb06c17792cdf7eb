// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import picocli.CommandLine.Option;

public final class CommonOptions {

    @Option(
            names = "--json",
            description = "Print the result as one JSON document, and nothing else, on standard output.")
    private boolean json;

    @Option(names = "--verbose", description = "Show the stack trace of an error.")
    @SuppressWarnings("UnusedVariable") // looked for among the words, also of a command line that is wrong
    private boolean verbose;

    // Without a fallback value the parser turns a flag round that a file has set.
    @Option(names = "--quiet", fallbackValue = "true", description = "Show no progress and no notes.")
    private boolean quiet;

    @Option(
            names = "--no-color",
            fallbackValue = "true",
            description = "Use no colors and draw no progress line; the variable NO_COLOR turns colors off too.")
    private boolean noColor;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    @SuppressWarnings("UnusedVariable") // the parser acts on it
    private boolean help;

    public boolean json() {
        return json;
    }

    public boolean quiet() {
        return quiet;
    }

    public boolean noColor() {
        return noColor;
    }
}
