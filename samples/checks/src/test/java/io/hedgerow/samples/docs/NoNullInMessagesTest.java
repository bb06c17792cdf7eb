// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An exception without a message, as of a time-out, is named by its kind: {@code Words.reason}. */
class NoNullInMessagesTest {

    private static final Pattern JOINED = Pattern.compile(
            "String\\.valueOf\\(\\w+(\\.\\w+\\(\\))*\\.getMessage\\(\\)\\)|\\+\\s*\\w+(\\.\\w+\\(\\))*\\.getMessage\\(\\)"
                    + "|getMessage\\(\\)\\s*\\+|\\?\\s*\\w+(\\.\\w+\\(\\))*\\.getMessage\\(\\)");

    private static final List<String> MODULES = List.of(
            "sdk-core",
            "sdk-dp",
            "sdk-secure-agg",
            "sdk-transport",
            "samples/cli",
            "samples/lab",
            "samples/site-app",
            "samples/connectors/arrow",
            "samples/connectors/duckdb",
            "samples/connectors/micrometer",
            "samples/connectors/pkcs11",
            "samples/connectors/spark");

    @Test
    void messagesOfOthers_areNotJoinedAsTheyAre() throws IOException {
        List<String> found = new ArrayList<>();
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(Checkout.ROOT.resolve(module))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .filter(path -> path.toString().replace('\\', '/').contains("/src/main/java/"))
                        .toList()) {
                    if (JOINED.matcher(Files.readString(file)).find()) {
                        found.add(Checkout.ROOT.relativize(file).toString());
                    }
                }
            }
        }
        assertEquals(List.of(), found, "join Words.reason(thrown) instead, or the kind where there is none");
    }

    @Test
    void aJoinedMessage_isSeen() {
        assertTrue(JOINED.matcher("\"failed: \" + e.getMessage()").find());
        assertTrue(JOINED.matcher("String.valueOf(e.getCause().getMessage())").find());
        assertTrue(JOINED.matcher("e.getMessage() + \"; start again\"").find());
        assertTrue(JOINED.matcher("cause == null ? e.getMessage() : cause").find());
    }
}
