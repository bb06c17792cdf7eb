// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    @Test
    void document_hasFieldsInTheOrderInWhichTheyAreWritten() {
        String text = JsonWriter.document(false, out -> {
            out.text("b", "say \"a\"");
            out.whole("a", 1L << 60);
            out.flag("yes", true);
            out.number("real", 0.1);
            out.object("empty", () -> {});
            out.objects("items", List.of(1, 2), k -> out.whole("k", k));
            out.texts("words", List.of("x", "y"));
            out.value("pair", to -> to.writeArray(new int[] {3, 4}, 0, 2));
        });
        assertEquals(
                "{\"b\":\"say \\\"a\\\"\",\"a\":1152921504606846976,\"yes\":true,\"real\":0.1,\"empty\":{},"
                        + "\"items\":[{\"k\":1},{\"k\":2}],\"words\":[\"x\",\"y\"],\"pair\":[3,4]}",
                text);
    }

    @Test
    void whatThereIsNot_isNullOrLeftOut() {
        String text = JsonWriter.document(false, out -> {
            out.textOrNull("t", Optional.empty());
            out.wholeOrNull("w", OptionalInt.empty());
            out.numberOrNull("n", Double.NaN);
            out.number("left out", OptionalDouble.empty());
            out.textOrNull("T", Optional.of("t"));
            out.wholeOrNull("W", OptionalInt.of(2));
            out.numberOrNull("N", 0.5);
            out.number("there", OptionalDouble.of(1.5));
        });
        assertEquals("{\"t\":null,\"w\":null,\"n\":null,\"T\":\"t\",\"W\":2,\"N\":0.5,\"there\":1.5}", text);
    }

    @Test
    void document_indented_hasTwoBlanksAndLineFeeds() {
        assertEquals(
                "{\n  \"a\" : {\n    \"b\" : 1\n  }\n}\n",
                JsonWriter.document(true, out -> out.object("a", () -> out.whole("b", 1))));
    }

    @Test
    void number_thatIsNotFinite_isRefusedWithItsField() {
        String message = String.valueOf(assertThrows(
                        IllegalStateException.class,
                        () -> JsonWriter.document(false, out -> out.number("weight", Double.NEGATIVE_INFINITY)))
                .getMessage());
        assertEquals("weight must be finite to be written as JSON, was -Infinity", message);
    }
}
