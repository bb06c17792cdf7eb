// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TetradKnowledgeTest {

    private static final VariableSchema COLUMNS = new VariableSchema(List.of("chord", "speed", "noise", "free"));

    private static final String TEXT = """
            /knowledge
            addtemporal

            1*  chord speed
            2 noise lost
            3

            forbiddirect
            free chord
            gone chord

            requiredirect
            noise free
            """;

    private static TetradKnowledge parse(String text) {
        return TetradKnowledge.parse(text.lines().toList(), COLUMNS);
    }

    @Test
    void contradicts_whatTiersForbidAndRequiredEdgesReverse() {
        TetradKnowledge knowledge = parse(TEXT);
        TreeSet<String> impossible = new TreeSet<>();
        for (String from : COLUMNS.names()) {
            for (String to : COLUMNS.names()) {
                if (!from.equals(to) && knowledge.contradicts(from, to)) {
                    impossible.add(from + " " + to);
                }
            }
        }
        assertEquals(
                List.of("chord speed", "free chord", "free noise", "noise chord", "noise speed", "speed chord"),
                List.copyOf(impossible));
    }

    @Test
    void namesThatNoColumnHas_areToldAndLeftOut() {
        assertEquals(List.of("lost", "gone"), parse(TEXT).missing());
    }

    @Test
    void linesOfNoSection_andEdgesOfThree_areRefused() {
        for (String text : List.of("chord speed", "forbiddirect\nchord speed noise", "requiredirect\nchord")) {
            DataException refused = assertThrows(DataException.class, () -> parse(text));
            assertTrue(refused.getMessage().contains("has"), refused.getMessage());
        }
    }
}
