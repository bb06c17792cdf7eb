// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.embed;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import java.nio.file.Path;
import java.util.List;

/** The smallest program that learns a network from two sites. Not private: both sites run in this process. */
public final class TwoWards {

    private TwoWards() {}

    /**
     * Learns a network.
     *
     * @param first a CSV file with a header
     * @param second another with the same columns
     * @return the network with the names of its variables
     * @throws InterruptedException when the calling thread is interrupted
     */
    public static NamedNetwork learn(Path first, Path second) throws InterruptedException {
        // region:learn
        RowSource north = CsvRowSource.of(first);
        RowSource south = CsvRowSource.of(second);
        LearnedNetwork network = Learning.of(Method.named("gram")).learn(List.of(north, south));
        return network.named(); // with the names of its variables
        // endregion
    }
}
