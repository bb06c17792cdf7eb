// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.AbsentColumns;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.sums.ColumnRoster;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.Optional;
import java.util.Set;

/**
 * Learns a network where sites lack columns, as agreed, otherwise as {@link MomentsDesign}: one exact sum per group of
 * sites with the same columns, in one vector.
 */
record LackingDesign(VariableSchema schema, MomentsDesign whole, ColumnRoster roster) implements SumDesign {

    static SumRelease of(Agreement agreement, MomentsDesign whole, ColumnRoster roster, boolean tellsSites) {
        Study study = MomentRelease.study(
                agreement.name(),
                agreement.schema(),
                roster.layout(),
                1,
                agreement.sites().size(),
                MomentsDesign.policyOfAll(agreement));
        return new SumRelease(study, new LackingDesign(agreement.schema(), whole, roster), tellsSites);
    }

    @Override
    public RowSource prepared(SiteId site, RowSource rows) {
        return AbsentColumns.of(rows, schema, roster.lacked(site));
    }

    @Override
    public Set<String> absentColumns(SiteId site) {
        return roster.lacked(site);
    }

    @Override
    public String sum(SiteId site) {
        Set<String> lacked = roster.lacked(site);
        return lacked.isEmpty() ? "of sites with all columns" : "of sites without " + String.join(", ", lacked);
    }

    @Override
    public boolean hasSeveralSums() {
        return true;
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
        return whole.components() + " + structural EM";
    }

    @Override
    public long publishedBytes(Study study, long coefficients) {
        return whole.publishedBytes(study, coefficients);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return MomentRelease.inGroup(roster, site);
    }

    @Override
    public Found found(Sums sums) {
        sums.standOut(OutlyingMoments.of(roster, sums.first()));
        WithinSites moments =
                WithinSites.of(roster, sums.sites(), sums.first().sum()).requireVarying(schema.names());
        SearchSettings.Searched found = whole.settings().search(schema, moments, () -> {
            throw new IllegalStateException("sites must not be asked again where some lack columns");
        });
        return Found.of(found.network(), found.evidence(), found.notes());
    }
}
