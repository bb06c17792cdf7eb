// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.core.internal.truth.TruthReader.Listed;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@link TruthReader#listed}. */
class ListedEdgesTest {

    private static Optional<List<Listed>> read(String text) throws IOException {
        return TruthReader.listed(new StringReader(text), "file");
    }

    private static String refused(String text) {
        return assertThrows(DataException.class, () -> read(text)).getMessage();
    }

    @Test
    void columns_areFoundByName_andOthersIgnored() throws IOException {
        assertEquals(
                Optional.of(List.of(new Listed("a", "b, c", 2, false, -0.5), new Listed("b, c", "a", 0, true, 1))),
                read("from,to,note,weight,directed,lag\na,\"b, c\",x,-0.5,false,2\n\"b, c\",a,,1,TRUE,0\n"));
        assertEquals(Optional.of(List.of(new Listed("a", "b", 0, true, 1))), read("cause,effect\na,b\n"));
    }

    @Test
    void matrix_isNoList() throws IOException {
        assertTrue(read("0,1\n0,0\n").isEmpty());
    }

    @Test
    void wrongLines_areNamed() {
        assertTrue(refused("a,b\nb,c\n").startsWith("file, line 1: must begin with from,to or cause,effect"));
        assertTrue(refused("from,to\na\n").startsWith("file, line 2: must have 2 cells"));
        assertTrue(refused("from,to\na,a\n").contains("must join two variables"));
        assertTrue(refused("from,to\na,b\na,b\n").startsWith("file, line 3: the edge a -> b is listed twice"));
        assertTrue(refused("from,to,weight\na,b,0\n").contains("other than 0"));
        assertTrue(refused("from,to,lag\na,b,0.5\n").contains("whole number from 0 to 50"));
        assertTrue(refused("from,to,directed\na,b,maybe\n").contains("true or false, was \"maybe\""));
        assertTrue(refused("").contains("is empty"));
    }
}
