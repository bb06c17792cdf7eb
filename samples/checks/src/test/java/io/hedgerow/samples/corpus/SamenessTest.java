// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamenessTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"a\": 1, \"b\": [2]} | {\"b\": [2.0], \"a\": 1.0000000001}  | true  | true ",
                "{\"a\": 0.5}           | {\"a\": 0.50001}                     | false | false",
                "{\"a\": 3e-17}         | {\"a\": 0.0}                         | true  | true ",
                "{\"a\": 1}             | {\"a\": 1, \"b\": 2}                 | false | true ",
                "{\"a\": 1, \"b\": 2}   | {\"a\": 1}                           | false | false",
                "{\"a\": \"x\"}         | {\"a\": \"y\"}                       | false | false",
                "{\"a\": \"x\"}         | {\"a\": 1}                           | false | false",
                "{\"a\": null}          | {\"a\": 0}                           | false | false",
                "{\"a\": [1, 2]}        | {\"a\": [2, 1]}                      | false | false",
                "{\"a\": [1]}           | {\"a\": [1, 2]}                      | false | false",
                "{\"a\": {}}            | {}                                   | false | false"
            })
    void json_isCompared(String stored, String now, boolean same, boolean known) {
        assertEquals(same, Sameness.SAME.differences("a.json", stored, now).isEmpty());
        assertEquals(known, Sameness.KNOWN.differences("a.json", stored, now).isEmpty());
        assertEquals(same, Sameness.NOISY.differences("a.json", stored, now).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x1,0.25       | x1,0.2500000000001 | true",
                "x1,0.25       | x1,0.26            | false",
                "x1,0.25       | x2,0.25            | false",
                "x1,0.25,      | x1,0.25            | false",
                "1e3 of 7      | 1000.0 of 7        | true",
                "sha256:12e99a | sha256:12e98a      | false",
                "sha256:12e999 | sha256:12e998      | false",
                "12            | 13                 | false"
            })
    void otherText_isCompared(String stored, String now, boolean same) {
        assertEquals(same, Sameness.SAME.differences("a.csv", stored, now).isEmpty());
        assertEquals(
                same, Sameness.KNOWN.differences("a.csv", stored + "\n", now).isEmpty());
    }

    @Test
    void noise_decidesSomeFieldsOfAResult_andTheBuildOthers() {
        String stored =
                "{\"edges\": [1], \"privacy\": [{\"ledger\": {\"head\": \"a\"}}], \"provenance\": {\"java\": \"17\"}}";
        String other =
                "{\"edges\": [], \"privacy\": [{\"ledger\": {\"head\": \"b\"}}], \"provenance\": {\"java\": \"25\"}}";
        assertEquals(List.of(), Sameness.NOISY.differences("result.json", stored, other));
        assertEquals(
                List.of("result.json/edges: was [1], is []", "result.json/privacy/0/ledger/head: was \"a\", is \"b\""),
                Sameness.SAME.differences("result.json", stored, other));
        assertEquals(
                2,
                Sameness.NOISY
                        .differences("result.json", stored, other.replace("privacy", "more"))
                        .size(),
                "one is missing, and there is another");
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 2"})
    void lineThatIsMissing_isADifference(boolean same, int lines) {
        assertEquals(
                same,
                Sameness.SAME.differences("a.csv", "a", "a\n".repeat(lines)).isEmpty());
    }
}
