package io.hedgerow.samples.learn;

import io.hedgerow.core.data.DataDiagnostics;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.DataWarning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * The statistics of every site, read in one process without any privacy: what baselines compute on and what checks look
 * at.
 */
public final class OpenedStatistics {

    private final Sites sites;
    private final List<SufficientStatistics> statistics = new ArrayList<>();

    /**
     * Reads all sites once; later openings of the same data reuse what was read.
     *
     * @param sites whose data to open
     * @throws DataException when a file cannot be used
     */
    public OpenedStatistics(Sites sites) {
        this.sites = sites;
        for (NamedSite site : sites.all()) {
            statistics.add(read(site.data()));
        }
    }

    private static SufficientStatistics read(SiteData data) {
        MechanismEvent event = new MechanismEvent.NonPrivate("statistics for checks and baselines");
        try (DataView view = data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity())
                .reserve("checks", 0, event)
                .permit())) {
            return view.statistics();
        }
    }

    /**
     * One site.
     *
     * @param site its position
     * @return its statistics
     */
    public SufficientStatistics of(int site) {
        return statistics.get(site);
    }

    /**
     * All rows of all sites in one place.
     *
     * @return merged statistics
     */
    public SufficientStatistics pooled() {
        return statistics.stream().reduce(SufficientStatistics::merge).orElseThrow();
    }

    /**
     * Looks for what makes learning impossible or doubtful.
     *
     * @return one line for each doubt, with the site's name where it is not in all of them
     * @throws DataException when a column cannot be learned from
     */
    public List<String> check() {
        List<String> notes = new ArrayList<>();
        for (int p = 0; p < statistics.size(); p++) {
            String name = sites.all().get(p).name();
            try {
                DataDiagnostics.requireLearnable(sites.schema(), statistics.get(p));
            } catch (DataException e) {
                throw new DataException(name + ": " + e.getMessage(), e);
            }
            for (DataWarning warning : DataDiagnostics.warnings(sites.schema(), statistics.get(p))) {
                notes.add(name + ": " + warning.text());
            }
        }
        return notes;
    }
}
