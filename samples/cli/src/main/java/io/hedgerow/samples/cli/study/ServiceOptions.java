// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.samples.cli.command.OptionsFile;
import io.hedgerow.samples.output.EventLog;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

final class ServiceOptions {

    @Option(
            names = OptionsFile.OPTION,
            paramLabel = "FILE",
            description = "Read options from FILE, YAML with one line per option: its name without dashes and "
                    + "its value, such as 'study: study.yaml', or true if it takes no value. The command line wins.")
    @SuppressWarnings("UnusedVariable") // read before the parser reads the others, see OptionsFile
    private @Nullable Path config;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            description = "Notes, warnings and errors on standard error as ${COMPLETION-CANDIDATES}; default text. json"
                    + " is one object in each line, with rounds, too.")
    private EventLog.Format logFormat = EventLog.Format.TEXT;

    EventLog.Format logFormat() {
        return logFormat;
    }
}
