// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.embed;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.method.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The smallest program that learns a network from two sites. Not private: both sites run in this process. */
public final class TwoWards {

    private TwoWards() {}

    /**
     * Learns a network.
     *
     * @return the network with the names of its variables
     */
    public static NamedNetwork learn(Path first, Path second) throws InterruptedException {
        // region:learn
        RowSource north = CsvRowSource.of(first);
        RowSource south = CsvRowSource.of(second);
        LearnedNetwork network = Learning.of(Method.named("gram")).learn(List.of(north, south));
        return network.named(); // with the names of its variables
        // endregion
    }

    /**
     * Learns a network, keeps it in a file, and asks the file.
     *
     * @param result is written
     * @param effect a column
     * @return the columns that affect it directly
     */
    public static List<String> causes(Path first, Path second, Path result, String effect)
            throws InterruptedException, IOException {
        // region:ask
        List<RowSource> wards = List.of(CsvRowSource.of(first), CsvRowSource.of(second));
        Learning.of(Method.named("gram")).learn(wards).write(result);

        NamedNetwork saved = LearnedNetwork.read(result).named(); // later, and in another program
        return saved.edges().stream()
                .filter(edge -> edge.directed() && saved.name(edge.to()).equals(effect))
                .map(edge -> saved.name(edge.from()))
                .toList();
        // endregion
    }
}
