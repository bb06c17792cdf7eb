// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BifWriterTest {

    private static final String BIF = """
            variable dose { type discrete [ 2 ] { low, "very high" }; }
            variable age { type discrete [ 3 ] { <5, 5-12, 12+ }; }
            variable "sick?" { type discrete [ 2 ] { yes, no }; }
            probability ( age ) { table 0.2, 0.3, 0.5; }
            probability ( dose | age ) { (<5) 0.9, 0.1; (5-12) 0.5, 0.5; (12+) 0.25, 0.75; }
            probability ( "sick?" | dose, age ) {
              (low, <5) 0.1, 0.9; (low, 5-12) 0.2, 0.8; (low, 12+) 0.3, 0.7;
              ("very high", <5) 0.4, 0.6; ("very high", 5-12) 0.5, 0.5; ("very high", 12+) 0.6, 0.4;
            }
            """;

    @Test
    void bif_quotesOnlyWhatMustBe() {
        assertEquals("""
                network unknown {
                }
                variable dose {
                  type discrete [ 2 ] { low, "very high" };
                }
                variable age {
                  type discrete [ 3 ] { <5, 5-12, 12+ };
                }
                variable sick? {
                  type discrete [ 2 ] { yes, no };
                }
                probability ( dose | age ) {
                  (<5) 0.9, 0.1;
                  (5-12) 0.5, 0.5;
                  (12+) 0.25, 0.75;
                }
                probability ( age ) {
                  table 0.2, 0.3, 0.5;
                }
                probability ( sick? | dose, age ) {
                  (low, <5) 0.1, 0.9;
                  (low, 5-12) 0.2, 0.8;
                  (low, 12+) 0.3, 0.7;
                  ("very high", <5) 0.4, 0.6;
                  ("very high", 5-12) 0.5, 0.5;
                  ("very high", 12+) 0.6, 0.4;
                }
                """, BifWriter.text(BifReader.read(BIF, "test")));
    }
}
