// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** The program on a machine whose clock is off by a time, such as PT-5H. The command line follows. */
final class SkewedProgram {

    private SkewedProgram() {}

    public static void main(String[] arguments) {
        Duration skew = Duration.parse(arguments[0]);
        Terminal terminal = new Terminal(
                new PrintWriter(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
                new PrintWriter(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8),
                false,
                false,
                () -> Instant.now().plus(skew));
        System.exit(Hedgerow.run(terminal, Arrays.copyOfRange(arguments, 1, arguments.length)));
    }
}
