// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.LocalProblem;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CategoryLayoutTest {

    private static CategoryColumns columns(int count, int levels) {
        VariableKind kind = new VariableKind.Categorical(
                IntStream.range(0, levels).mapToObj(l -> "l" + l).toList());
        return new CategoryColumns(new VariableSchema(
                IntStream.range(0, count).mapToObj(j -> "c" + j).toList(), Collections.nCopies(count, kind)));
    }

    @Test
    void question_isReadAsItWasTold_andRefusedWhereItHasNoSense() {
        CategoryLayout layout = new CategoryLayout(columns(9, 3));
        List<int[]> asked = List.of(new int[] {0, 3, 8}, new int[] {1, 2, 3, 4, 5, 6, 7});
        Parameters told = layout.tell(2, asked);
        assertEquals(2, layout.round(told));
        List<int[]> read = layout.tables(told);
        assertEquals(2, read.size());
        assertArrayEquals(asked.get(0), read.get(0));
        assertArrayEquals(asked.get(1), read.get(1));
        assertThrows(IllegalArgumentException.class, () -> layout.round(layout.tell(4, asked)));
        Parameters backwards = layout.tell(1, List.of(new int[] {3, 0}));
        assertThrows(IllegalArgumentException.class, () -> layout.tables(backwards));
        Parameters unknown = layout.tell(1, List.of(new int[] {3, 9}));
        assertThrows(IllegalArgumentException.class, () -> layout.tables(unknown));
        List<int[]> large = Collections.nCopies(9, new int[] {1, 2, 3, 4, 5, 6, 7});
        Parameters tooMuch = layout.tell(3, large);
        assertThrows(IllegalArgumentException.class, () -> layout.tables(tooMuch));
    }

    /** Tables of 64⁷ cells each, of which a count of 32 bits knows no sum. */
    @Test
    void question_forMoreCellsThanANumberCounts_isRefusedAsTooLarge() {
        CategoryLayout layout = new CategoryLayout(columns(7, 64));
        Parameters told = layout.tell(1, Collections.nCopies(7, new int[] {0, 1, 2, 3, 4, 5, 6}));
        IllegalArgumentException large = assertThrows(IllegalArgumentException.class, () -> layout.tables(told));
        assertTrue(large.getMessage().startsWith("tables must have at most 28672 cells together"), large.getMessage());
    }

    /** Behind masks a number takes two lanes of 8 bytes: the mark is 5 MB for 37 categories of at most four levels. */
    @Test
    void parts_areOneAfterAnother_andSmallEnough() {
        CategoryLayout layout = new CategoryLayout(columns(37, 4));
        List<Integer> parts = layout.parts();
        assertEquals(5, parts.size());
        assertEquals(37 * 4096, layout.capacity(1));
        int sent = parts.get(parts.size() - 1);
        assertTrue(sent * 16L < 5_000_000, sent + " numbers");
        assertTrue(layout.layout().size() >= sent);
        assertEquals(1, new CategoryLayout(columns(2, 30)).rounds(), "tables of two have all there is");
    }

    @Test
    void tooManyLevels_areRefusedByName() {
        IllegalArgumentException many = assertThrows(IllegalArgumentException.class, () -> columns(2, 200));
        assertTrue(many.getMessage().contains("\"c0\" has 200"), many.getMessage());
        assertThrows(IllegalArgumentException.class, () -> columns(25, 50));
        CategoryColumns eight = columns(8, 8);
        GivenEdges knowledge = GivenEdges.among(8);
        for (int i = 1; i < 4; i++) {
            knowledge = knowledge.required(i, 0);
        }
        eight.requireRoom(knowledge.known());
        EdgeKnowledge more = knowledge.required(4, 0).known();
        IllegalArgumentException full = assertThrows(IllegalArgumentException.class, () -> eight.requireRoom(more));
        assertTrue(full.getMessage().contains("\"c0\""), full.getMessage());
    }

    /** The site knows what was planned from the task's round; the announcement must not ask for something else. */
    @Test
    void roundThatWasNotPlanned_isRefused() {
        CategoryLayout layout = new CategoryLayout(columns(9, 3));
        CategoryRelease site = new CategoryRelease(columns(9, 3));
        site.plan(new Task("s", 1, 1, Payload.empty(), Set.of()));
        Parameters zero = Parameters.zeros(layout.layout().size());
        LocalProblem problem = new LocalProblem(
                layout.layout(), layout.tell(2, List.of(new int[] {0, 3, 8})), zero, zero, 1, 0, 1, Centring.NONE);
        SiteData data = SiteData.of(
                new DatasetIdentity("rows"),
                InMemoryRows.of(VariableSchema.numbered(9), new double[][] {new double[9], new double[9]}));
        try (DataView view = data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity())
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit())) {
            assertThrows(ProtocolException.class, () -> site.solve(problem, view));
        }
    }
}
