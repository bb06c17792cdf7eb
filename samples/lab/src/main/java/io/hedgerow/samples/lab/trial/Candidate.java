// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.trial;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.nonprivate.Baseline;
import io.hedgerow.core.method.nonprivate.SearchSettings;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.samples.lab.simulate.ConditionOptions;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Preset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An algorithm with the settings under which tables compare it. */
public enum Candidate {
    /** Fed-Sparse-BNSL, recommended settings. */
    FED_SPARSE("fed-sparse", Preset.RECOMMENDED),
    /** Fed-Sparse-BNSL, recommended settings with at most d steps of a site in a round: fewer bytes and less time. */
    FED_SPARSE_D_STEPS("fed-sparse", Preset.RECOMMENDED),
    /** Fed-Sparse-BNSL, penalties that begin softly. */
    FED_SPARSE_GRADUAL("fed-sparse", Preset.GRADUAL),
    /** Fed-Sparse-BNSL, settings of paper 002. */
    FED_SPARSE_PAPER("fed-sparse", Preset.PAPER),
    /** Fed-BNSL, recommended settings. */
    FED_BNSL("fed-bnsl", Preset.RECOMMENDED),
    /** Fed-BNSL, settings of paper 002. */
    FED_BNSL_PAPER("fed-bnsl", Preset.PAPER),
    /** Fed-BNSL with Frank–Wolfe, settings of paper 002. */
    FED_BNSL_FW_PAPER("fed-bnsl-fw", Preset.PAPER),
    /** Second moments released once, then hill climbing. */
    GRAM("gram", null),
    /** NOTEARS on all rows in one place. */
    NOTEARS("notears", null),
    /** Hill climbing on all rows in one place. */
    HILL_CLIMBING("hill-climbing", null),
    /** The posterior over structures on all rows in one place. */
    ORDER_MCMC("order-mcmc", null),
    /** NOTEARS at every site, majority of edges. */
    VOTING("voting", null),
    /** NOTEARS at every site, mean of weights. */
    AVERAGING("averaging", null);

    private final String named;
    private final @Nullable Preset preset;

    Candidate(String named, @Nullable Preset preset) {
        this.named = named;
        this.preset = preset;
    }

    /** The methods that are named; without any, those that such data suit. */
    public static List<Candidate> chosen(List<Candidate> named, ConditionOptions conditions) {
        List<Candidate> usual =
                conditions.categories().isWanted() ? List.of(GRAM) : List.of(FED_SPARSE, FED_BNSL, GRAM);
        return named.isEmpty() ? usual : named;
    }

    public String label() {
        return Words.dashed(this);
    }

    public LearnSettings settings(int variables, int sites) {
        Algorithm algorithm = Algorithm.named(named);
        Optional<MethodSettings> method = Optional.empty();
        if (preset != null) {
            FederatedMethod federated = algorithm.federated().orElseThrow();
            MethodSettings settings = preset.settings(federated, variables, sites);
            method = Optional.of(this == FED_SPARSE_D_STEPS ? settings.withLocalSteps(variables, 1) : settings);
        }
        return new LearnSettings(
                algorithm, method, algorithm.baseline().map(Baseline::settings).orElseGet(SearchSettings::ofSearch));
    }
}
