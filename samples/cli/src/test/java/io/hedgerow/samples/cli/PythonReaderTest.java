// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.samples.output.JsonOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader in {@code samples/python} understands what {@code learn} writes; skipped without python3. */
class PythonReaderTest {

    private static final String SCRIPT = """
            import importlib.util, json, sys
            import hedgerow
            result = hedgerow.load(sys.argv[1])
            row = {name: 0.5 * k for k, name in enumerate(result.variables)}
            found = {"edges": [[e.source, e.target, e.weight] for e in result.edges],
                     "predicted": result.predict(row), "algorithm": result.algorithm}
            if importlib.util.find_spec("networkx"):
                found["graph"] = result.to_networkx().number_of_edges()
            if importlib.util.find_spec("pandas"):
                found["frame"] = len(result.to_pandas())
            print(json.dumps(found))
            """;

    @TempDir
    private Path temp;

    /** What the script printed; it must end well. */
    private String python(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("python3"));
        words.addAll(List.of(arguments));
        Path printed = temp.resolve("printed.txt");
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(printed.toFile());
        builder.environment()
                .put("PYTHONPATH", Checkout.ROOT.resolve("samples/python").toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "python3 did not end");
        String text = Files.readString(printed, StandardCharsets.UTF_8);
        assertEquals(0, process.exitValue(), text);
        return text;
    }

    private static boolean hasPython() {
        try {
            return new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void reader_readsEdgesAndEquations() throws IOException, InterruptedException {
        assumeTrue(hasPython(), "python3 of 3.9 or newer is not there");
        SiteFolder data = SiteFolder.simulated(temp.resolve("sites"));
        Path out = temp.resolve("result");
        JsonNode learned = data.json("--algorithm", "hill-climbing", "--out", out.toString());
        JsonNode read = JsonOutput.object(python("-c", SCRIPT, out.toString()));
        assertEquals(learned.get("algorithm"), read.get("algorithm"));
        assertEquals(learned.get("edges").size(), read.get("edges").size());
        for (int k = 0; k < read.get("edges").size(); k++) {
            assertEquals(
                    learned.get("edges").get(k).get("from"),
                    read.get("edges").get(k).get(0));
            assertEquals(
                    learned.get("edges").get(k).get("to"),
                    read.get("edges").get(k).get(1));
            assertEquals(
                    learned.get("edges").get(k).get("weight"),
                    read.get("edges").get(k).get(2));
        }
        Path own = temp.resolve("own.json");
        LearnedNetwork.read(out.resolve("result.json")).write(own);
        assertEquals(read, JsonOutput.object(python("-c", SCRIPT, own.toString())), "a program wrote the same");
        Path row = Files.writeString(temp.resolve("row.csv"), "x1,x2,x3,x4,x5,x6\n0,0.5,1,1.5,2,2.5\n");
        Path predicted = temp.resolve("predicted.csv");
        SiteFolder.json(
                Shell.real(),
                "predict",
                "--network",
                out.toString(),
                "--data",
                row.toString(),
                "--out",
                predicted.toString(),
                "--json");
        List<String> values = List.of(Files.readAllLines(predicted).get(1).split(","));
        for (int j = 0; j < 6; j++) {
            // the same few products, added in the same order or another
            assertEquals(
                    Double.parseDouble(values.get(j)),
                    read.get("predicted").get("x" + (j + 1)).asDouble(),
                    1e-12);
        }
        for (String library : List.of("graph", "frame")) {
            assertTrue(
                    !read.has(library)
                            || read.get(library).asInt() == learned.get("edges").size(),
                    library);
        }
    }
}
