// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.AbsentColumns;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.missing.CellExchange;
import io.hedgerow.core.internal.search.missing.CellRelease;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Learns a network from rows with missing cells, otherwise as {@link MomentsDesign}: the likeliest covariances of
 * normal rows by EM, in rounds of exact sums, and what the rows tell of them. {@code lacks} are the columns that a site
 * has in no row; at least {@code fewest} rows of a site share each pattern of cells, unless one process has all rows
 * and no masks {@code hide} them.
 */
record MissingCellsDesign(
        VariableSchema schema, MomentsDesign whole, Map<SiteId, Set<String>> lacks, boolean hide, int fewest)
        implements SumDesign {

    /** Rows of a site that share a pattern of cells: two sums in which one has another would tell its cells. */
    static final int FEWEST = 10;

    /** Refuses what needs whole rows. */
    static void refuseInterventions(boolean interventions) {
        if (interventions) {
            throw new IllegalArgumentException("parameter missing of gram cannot be combined with interventions, whose"
                    + " sums are of whole rows: leave these out, or leave missing out and give rows without missing"
                    + " cells");
        }
    }

    /** Takes no more rounds than an agreement has, and no more than it needs. */
    static SumRelease of(
            Agreement agreement, MomentsDesign whole, Map<SiteId, Set<String>> lacks, int rounds, boolean tellsSites) {
        if (whole.settings().noiseDirections()) {
            throw new IllegalArgumentException("parameter missing of gram cannot be combined with orient: non-gaussian,"
                    + " which asks every site about residuals of whole rows: leave one of them out, and give rows"
                    + " without missing cells where orient is left");
        }
        int d = agreement.schema().size();
        if (rounds < CellExchange.fewestRounds(d)) {
            throw new IllegalArgumentException("parameter missing of gram asks sites again and needs rounds >= "
                    + CellExchange.fewestRounds(d) + " for " + d + " variables, was " + rounds + ": write rounds: "
                    + CellExchange.rounds(d) + ", of which it takes no more than it needs");
        }
        Study study = MomentRelease.study(
                agreement.name(),
                agreement.schema(),
                CellExchange.layout(d),
                Math.min(rounds, CellExchange.rounds(d)),
                agreement.sites().size(),
                MomentsDesign.policyOfAll(agreement));
        boolean hide = agreement.noiseSharedBy().isPresent();
        return new SumRelease(
                study, new MissingCellsDesign(agreement.schema(), whole, lacks, hide, FEWEST), tellsSites);
    }

    @Override
    public SumDesign inOneProcess() {
        return hide ? this : new MissingCellsDesign(schema, whole, lacks, false, 1);
    }

    @Override
    public RowSource prepared(SiteId site, RowSource rows) {
        Set<String> absent = absentColumns(site);
        return absent.isEmpty() ? rows : AbsentColumns.asMissing(rows, schema, absent);
    }

    @Override
    public Set<String> absentColumns(SiteId site) {
        return lacks.getOrDefault(site, Set.of());
    }

    @Override
    public Optional<Record> shownSettings() {
        return whole.shownSettings();
    }

    @Override
    public int revision() {
        return whole.revision();
    }

    @Override
    public String components() {
        return whole.components() + " + missing cells";
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new CellRelease(fewest);
    }

    @Override
    public Found found(Sums sums) {
        CellExchange exchange =
                new CellExchange(schema.names(), sums.sites(), sums.first().sum(), sums::after, sums::left);
        WithinSites moments = exchange.moments().requireVarying(schema.names());
        SearchSettings.Searched found = whole.settings().search(schema, moments, () -> {
            throw new IllegalStateException("sites must not be asked about whole rows where cells are missing");
        });
        List<String> notes = new ArrayList<>(found.notes());
        Evidence evidence = found.evidence();
        if (exchange.first().anyMissing()) {
            MissingWords words = MissingWords.of(schema, exchange.first());
            evidence = evidence.with(words.dependences());
            notes.addAll(words.notes(fewest, exchange.settled()));
        }
        return Found.of(found.network(), whole.hiddenCauses() ? evidence.byMarks() : evidence, notes);
    }
}
