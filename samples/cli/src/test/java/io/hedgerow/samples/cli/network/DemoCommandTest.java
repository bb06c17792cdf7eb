// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

    private static final Path ROOT = Checkout.ROOT;

    @TempDir
    Path temp;

    @Test
    void demo_findsTheNetworkAndSaysWhatIsNotPrivate() throws IOException {
        Path out = temp.resolve("demo");
        Shell shell = Shell.real();
        assertEquals(0, shell.run("demo", "--out", out.toString()));
        assertTrue(shell.out().contains("SHD 0, true positive rate 1.00"), shell.out());
        assertTrue(
                Pattern.compile("^privacy +none: ", Pattern.MULTILINE)
                        .matcher(shell.out())
                        .find(),
                shell.out());
        assertTrue(shell.out().contains("wrote " + out.resolve("network.svg")), shell.out());
        assertEquals("", shell.err());
    }

    @Test
    void demo_drawsThePictureThatTheReadmeShows() throws IOException {
        Path out = temp.resolve("demo");
        Shell.real().run("demo", "--out", out.toString());
        assertEquals(
                withoutNumbers(ROOT.resolve("docs/images/demo.svg")),
                withoutNumbers(out.resolve("network.svg")),
                "draw it again with ./hedgerow demo");
        assertTrue(Files.readString(ROOT.resolve("README.md")).contains("(docs/images/demo.svg)"));
    }

    /** Weights change in their last digits with the recommended settings, and with them the width of an arrow. */
    private static String withoutNumbers(Path picture) throws IOException {
        return Files.readString(picture).replaceAll("-?\\d+(\\.\\d+)?", "");
    }

    @Test
    void demo_asJson_isTheDocumentOfLearn() throws IOException {
        JsonNode json =
                SiteFolder.json(Shell.real(), "demo", "--d=5", "--seed=2", "--json", "--out=" + temp.resolve("demo"));
        assertEquals("fed-sparse", json.get("algorithm").asText());
        assertEquals(8, json.get("sites").size());
        assertEquals(8, json.get("history").get(0).get("sites").asInt());
        assertFalse(json.get("history").get(0).has("included"));
        assertEquals("local-mean", json.get("settings").get("centring").asText());
    }
}
