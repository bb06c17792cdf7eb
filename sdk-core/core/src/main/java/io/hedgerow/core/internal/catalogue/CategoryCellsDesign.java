// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.internal.category.CategoryLearner;
import io.hedgerow.core.internal.category.SeenRelease;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Learns a network of numeric and categorical variables from rows with missing cells, otherwise as
 * {@link CategoryDesign}. At least {@code fewest} rows of a site share each pattern of cells, as in
 * {@link MissingCellsDesign}.
 */
record CategoryCellsDesign(CategoryDesign whole, boolean hide, int fewest) implements SumDesign {

    /** Takes no more rounds than an agreement has, and no more than it needs. */
    static SumRelease of(Agreement agreement, CategoryDesign whole, boolean tellsSites, int rounds) {
        int needed = SeenRelease.fewestRounds(whole.columns());
        if (rounds < needed) {
            throw new IllegalArgumentException("parameter missing of gram asks sites again and needs rounds >= "
                    + needed + " for " + agreement.schema().size() + " variables with categories, was " + rounds
                    + ": write rounds: " + SeenRelease.rounds(whole.columns())
                    + ", of which it takes no more than it needs");
        }
        Study study = SeenRelease.study(
                agreement.name(),
                whole.columns(),
                rounds,
                agreement.sites().size(),
                MomentsDesign.policyOfAll(agreement));
        boolean hide = agreement.noiseSharedBy().isPresent();
        return new SumRelease(study, new CategoryCellsDesign(whole, hide, MissingCellsDesign.FEWEST), tellsSites);
    }

    @Override
    public SumDesign inOneProcess() {
        return hide ? this : new CategoryCellsDesign(whole, false, 1);
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
        return new SeenRelease(whole.columns(), fewest);
    }

    @Override
    public Found found(Sums sums) {
        CategoryLearner.FoundOfCells found =
                whole.learner().learnOfCells(sums.sites(), sums.first().sum(), sums::after, sums::left);
        List<String> notes = new ArrayList<>(found.found().notes());
        Evidence evidence = found.found().evidence();
        if (found.cells().isPresent()) {
            MissingWords words =
                    new MissingWords(whole.columns().schema(), found.cells().orElseThrow(), found.column());
            evidence = evidence.with(words.dependences());
            notes.addAll(words.notes(fewest, found.settled()));
        }
        return Found.of(found.found().network(), evidence, notes);
    }
}
