// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {

    private static final SchemaCheck SCHEMA = SchemaCheck.of(
            "{\"type\": \"object\", \"required\": [\"n\"], \"additionalProperties\": false, \"properties\": {"
                    + "\"n\": {\"type\": \"integer\", \"minimum\": 0, \"maximum\": 3}, \"k\": {\"enum\": [\"a\"]},"
                    + "\"l\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/s\"}},"
                    + "\"m\": {\"type\": \"object\", \"additionalProperties\": {\"type\": \"number\"}},"
                    + "\"o\": {\"oneOf\": [{\"const\": 1}, {\"type\": \"string\"}]}},"
                    + "\"$defs\": {\"s\": {\"type\": \"string\"}}}");

    private static int problems(String document) {
        return SCHEMA.problems(JsonOutput.object(document)).size();
    }

    @Test
    void validDocuments_haveNoProblems() {
        assertEquals(0, problems("{\"n\": 3, \"k\": \"a\", \"l\": [\"x\"], \"m\": {\"y\": 0.5}, \"o\": 1}"));
    }

    @Test
    void everyKeyword_canFail() {
        for (String wrong : List.of(
                "{}",
                "{\"n\": 0.5}",
                "{\"n\": -1}",
                "{\"n\": 4}",
                "{\"n\": 1, \"z\": 1}",
                "{\"n\": 1, \"k\": \"b\"}",
                "{\"n\": 1, \"l\": [1]}",
                "{\"n\": 1, \"m\": {\"y\": \"x\"}}",
                "{\"n\": 1, \"o\": 2}")) {
            assertEquals(1, problems(wrong), wrong);
        }
    }

    @Test
    void unknownKeyword_isAnError() {
        SchemaCheck schema = SchemaCheck.of("{\"pattern\": \"x\"}");
        assertThrows(AssertionError.class, () -> schema.problems(JsonOutput.object("{}")));
    }
}
