package io.hedgerow.core.method;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.search.ClientMode;
import io.hedgerow.core.internal.search.ClientSearch;
import io.hedgerow.core.method.InsecureOpenSites.OwnNetworks;
import io.hedgerow.core.method.InsecureOpenSites.Sharing;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rows of sites in blocks, for {@link ClientSearch}. */
final class OwnRows {

    /** Of a site: four fifths of fewer rows say too little of the last fifth. */
    static final int FEWEST = 10;

    private OwnRows() {}

    static OwnNetworks learn(List<SiteData> sites, SearchSettings settings, int lags, Sharing sharing) {
        VariableSchema columns = sites.get(0).schema();
        TimeSlices slices = TimeSlices.of(columns)
                .orElseThrow(() -> new IllegalArgumentException(
                        "columns must be those of a series with its lags, were " + columns.names()));
        ClientSearch search = new ClientSearch(
                settings.knowledge(slices, lags),
                settings.ownUnits() ? Optional.of(NoiseAssumption.UNEQUAL) : Optional.empty(),
                settings.seed());
        ClientSearch.Found found = search.search(
                sites.stream()
                        .map(site -> InsecureOpenSites.read(site, OwnRows::blocks))
                        .toList(),
                settings.centring(),
                sharing == Sharing.AUTO ? Optional.empty() : Optional.of(ClientMode.Kind.valueOf(sharing.name())));
        return new OwnNetworks(found.mode().toString(), found.gain(), found.error(), found.told(), found.networks());
    }

    /** Consecutive rows stay together: neighbours in time tell of each other. */
    private static List<SufficientStatistics> blocks(DataView view) {
        long rows = view.statistics().rows();
        if (rows < FEWEST) {
            throw new IllegalArgumentException("a network of a site's own needs at least " + FEWEST
                    + " rows that have their lags, had " + rows + ": leave the site out, or learn one network for all");
        }
        List<StatisticsAccumulator> blocks = new ArrayList<>();
        for (int b = 0; b < ClientSearch.BLOCKS; b++) {
            blocks.add(new StatisticsAccumulator(view.schema().size()));
        }
        long[] next = new long[1];
        view.forEachRow(row ->
                blocks.get((int) (next[0]++ * ClientSearch.BLOCKS / rows)).add(row));
        return blocks.stream().map(StatisticsAccumulator::finish).toList();
    }
}
