package io.hedgerow.samples.embed;

import io.hedgerow.core.data.CsvRowSource;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SchemaAgreement;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.simulation.InProcessFederation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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
        VariableSchema variables = SchemaAgreement.require(Map.of("north", north.schema(), "south", south.schema()));
        List<SiteData> sites = List.of(
                SiteData.of(new DatasetIdentity("north"), north), SiteData.of(new DatasetIdentity("south"), south));
        FederatedMethod method = FederatedMethod.FED_SPARSE;
        InProcessFederation federation =
                new InProcessFederation(method, method.recommended(variables.size(), sites.size()));
        return NamedNetwork.of(
                variables, federation.run(sites, (round, consensus) -> {}).network());
        // endregion
    }
}
