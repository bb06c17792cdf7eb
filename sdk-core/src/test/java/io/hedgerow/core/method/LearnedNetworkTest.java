// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.search.Evidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LearnedNetworkTest {

    /** A direction is a quotient of probabilities, and read back as their product: some roundings. */
    private static final double ROUND_OFF = 1e-14;

    private static final int RESULTS = 150;

    @TempDir
    private Path temp;

    private LearnedNetwork again(LearnedNetwork learned, Path file) throws IOException {
        learned.write(file);
        return LearnedNetwork.read(file);
    }

    @ParameterizedTest
    @EnumSource
    void read_givesWhatWasWritten(RandomResults.Form form) throws IOException {
        for (int seed = 0; seed < RESULTS; seed++) {
            LearnedNetwork learned = RandomResults.of(form, seed);
            Path file = temp.resolve("result.json");
            LearnedNetwork read = again(learned, file);
            String which = form + " " + seed + "\n" + Files.readString(file);
            assertEquals(learned.schema(), read.schema(), which);
            assertEquals(learned.named().kind(), read.named().kind(), which);
            assertEdges(learned.named().edges(), read.named().edges(), which);
            if (form != RandomResults.Form.CURVES) {
                assertEquals(learned.network(), read.network(), which);
            }
            if (learned.named().edgeCount() > 0) { // a vote on no edge leaves no trace
                assertEquals(learned.named().voteShares(), read.named().voteShares(), which);
            }
            assertEquals(learned.equations(), read.equations(), which);
            assertEquals(learned.fitted().scale(), read.fitted().scale(), which);
            assertEquals(learned.fitted().norms(), read.fitted().norms(), which);
            assertEquals(learned.evidence().map(Evidence::trust), read.evidence().map(Evidence::trust), which);
            assertEquals(learned.evidence().map(Evidence::curves), read.evidence().map(Evidence::curves), which);
            assertEquals(learned.evidence().map(Evidence::lags), read.evidence().map(Evidence::lags), which);
            assertEquals(learned.evidence().flatMap(Evidence::unexplained), read.evidence().flatMap(Evidence::unexplained), which);
            assertEquals(learned.run(), read.run(), which);
            assertEquals(learned.personal(), read.personal(), which);
        }
    }

    private static void assertEdges(List<NetworkEdge> written, List<NetworkEdge> read, String which) {
        assertEquals(written.size(), read.size(), which);
        for (int k = 0; k < written.size(); k++) {
            NetworkEdge one = written.get(k);
            NetworkEdge other = read.get(k);
            assertEquals(one.direction().isPresent(), other.direction().isPresent(), which);
            if (one.direction().isPresent()) {
                assertEquals(one.direction().getAsDouble(), other.direction().getAsDouble(), ROUND_OFF, which);
            }
            assertEquals(withoutDirection(one), withoutDirection(other), which);
        }
    }

    private static NetworkEdge withoutDirection(NetworkEdge edge) {
        return new NetworkEdge(
                edge.from(),
                edge.to(),
                edge.directed(),
                edge.weight(),
                edge.status(),
                edge.voteShare(),
                edge.adjacent(),
                OptionalDouble.empty(),
                edge.mark(),
                edge.sure(),
                edge.strength(),
                edge.evidence());
    }
}
