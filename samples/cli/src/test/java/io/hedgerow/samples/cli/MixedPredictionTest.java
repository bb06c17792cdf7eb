// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code predict} with a network of numbers and categories, against sums by hand. */
class MixedPredictionTest {

    /** sex → dose ← age: dose = 1 + 2 [sex = M] + 0.5 age + u, var u = 4, age = 60 + v, var v = 100, P(M) = 0.25. */
    private static final String RESULT = """
            {"format": "hedgerow-learn", "version": 1, "variables": ["sex", "age", "dose"], "levels": {"sex": ["F", "M"]},
             "kind": "cpdag", "edges": [
              {"from": "sex", "to": "dose", "directed": DIRECTED, "weight": 0.4},
              {"from": "age", "to": "dose", "directed": DIRECTED, "weight": 0.5}],
             "parameters": {"model": "MODEL", "meaning": "", "scale": "data", "equations": [
              {"variable": "sex", "parents": []},
              {"variable": "age", "intercept": 60, "noiseVariance": 100, "parents": []},
              {"variable": "dose", "intercept": 1, "noiseVariance": 4, "parents": [
               {"variable": "sex", "information": 0.4}, {"variable": "sex", "level": "M", "weight": 2},
               {"variable": "age", "weight": 0.5}]}]},
             "tables": [{"target": "sex", "levels": ["F", "M"], "parents": [], "probabilities": [[0.75, 0.25]],
              "counts": [400], "prior": 1}],
             "trust": {"summary": "", "score": "unequal-variances", "margin": 0, "rows": 400, "effectiveRows": 400,
              "varianceRatio": 1, "trappedChains": 0, "chainGap": 0, "flags": [], "undecided": []}}
            """;

    private static final String ROWS = "sex,age,dose\nM,62,33\nF,,30\n";

    @TempDir
    private Path temp;

    private JsonNode predicted(String directed, String model, Path out, String rows) throws IOException {
        Path network = temp.resolve(model + ".json");
        Files.writeString(network, RESULT.replace("DIRECTED", directed).replace("MODEL", model));
        Path data = Files.writeString(temp.resolve("rows.csv"), rows);
        return SiteFolder.json(
                Shell.real(),
                "predict",
                "--json",
                "--network",
                network.toString(),
                "--data",
                data.toString(),
                "--out",
                out.toString());
    }

    @Test
    void fromParents_isTheTableAndTheEquation() throws IOException {
        Path out = temp.resolve("out.csv");
        JsonNode quality = predicted("true", "tables", out, ROWS);
        assertEquals("parents", quality.get("from").asText());
        assertEquals(
                List.of("sex,sex=F,sex=M,age,dose", "F,0.75,0.25,60.0,34.0", "F,0.75,0.25,60.0,31.0"),
                Files.readAllLines(out));
        assertEquals(2, quality.at("/variables/2/compared").asInt(), "an age that is missing is any");
        assertEquals(1, quality.at("/variables/2/rmse").asDouble(), 1e-12);
        assertEquals(2, quality.at("/variables/2/noise").asDouble(), 1e-12);
        assertEquals(0.5, quality.at("/variables/0/accuracy").asDouble());
    }

    @Test
    void withOpenDirections_isFromAllOthers() throws IOException {
        Path out = temp.resolve("out.csv");
        JsonNode quality = predicted("false", "class-member", out, ROWS);
        assertEquals("others", quality.get("from").asText());
        String[] first = Files.readAllLines(out).get(1).split(",", -1);
        // of dose 33 at 62 years: error 1 as F, −1 as M, which are as likely
        assertEquals(0.25, Double.parseDouble(first[2]), 1e-12);
        // precision 1/100 + 0.25/4, of 60 and (33 − 1 − 2)/0.5 = 60
        assertEquals(60, Double.parseDouble(first[3]), 1e-9);
        String[] second = Files.readAllLines(out).get(2).split(",", -1);
        // a dose of 30 at any age: of 31 as F and 33 as M, with variance 4 + 25
        double woman = 0.75 * Math.exp(-1 / 58.0);
        assertEquals(woman / (woman + 0.25 * Math.exp(-9 / 58.0)), Double.parseDouble(second[1]), 1e-9);
        double age = (60 / 100.0 + 0.5 * 29 / 4) / (1 / 100.0 + 0.25 / 4);
        assertEquals(age, Double.parseDouble(second[3]), 1e-9);
        assertEquals("31.0", second[4]);
    }

    @Test
    void whatTheFileLacks_isNamed() throws IOException {
        JsonNode quality = predicted("true", "tables", temp.resolve("out.csv"), "sex,dose\nM,33\n");
        assertEquals(
                "[\"dose was not predicted: the file has no column age\"]",
                quality.get("notes").toString());
        assertEquals(2, quality.get("variables").size());
        assertEquals(0, quality.at("/variables/1/compared").asInt());
    }

    @Test
    void withNothingToCompareWith_theFirstRowsAreShown() throws IOException {
        Path network = Files.writeString(
                temp.resolve("network.json"), RESULT.replace("DIRECTED", "true").replace("MODEL", "tables"));
        Path rows = Files.writeString(temp.resolve("rows.csv"), "sex,age\nM,62\n" + "F,60\n".repeat(11));
        String[] words = {"predict", "--network", network.toString(), "--data", rows.toString(), "--given", "sex,age"};
        Shell shell = Shell.real();
        assertEquals(0, shell.run(words), shell.err());
        List<String> lines = shell.out().lines().toList();
        assertEquals(List.of("|  dose |", "| ----: |", "| 34.00 |", "| 31.00 |"), lines.subList(0, 4));
        assertEquals("the first 10; --out FILE writes all", lines.get(12));
        List<String> json = new ArrayList<>(List.of(words));
        json.add("--json");
        JsonNode first =
                SiteFolder.json(Shell.real(), json.toArray(String[]::new)).get("first");
        assertEquals("[\"dose\"]", first.get("columns").toString());
        assertEquals("[\"34.0\"]", first.at("/rows/0").toString());
    }

    @Test
    void withSomethingToCompareWith_orAFile_noRowsAreShown() throws IOException {
        assertTrue(predicted("true", "tables", temp.resolve("out.csv"), "sex,age\nM,62\n")
                        .get("first")
                == null);
        assertEquals(2, Files.readAllLines(temp.resolve("out.csv")).size());
    }
}
