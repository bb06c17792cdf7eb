// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    @Test
    void documentation_listsTheSameCodes() throws IOException {
        List<String> documented = Files.readAllLines(Checkout.ROOT.resolve("docs/exit-codes.md")).stream()
                .filter(line -> line.matches("\\| \\d+ .*"))
                .toList();
        List<String> defined = Arrays.stream(ExitCode.values())
                .map(code -> "| " + code.number() + " | `" + code.dashName() + "` | " + code.meaning() + " |")
                .toList();
        assertEquals(defined, documented);
    }
}
