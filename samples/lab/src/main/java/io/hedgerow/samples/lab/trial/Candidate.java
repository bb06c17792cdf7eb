// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.trial;

import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.samples.lab.simulate.ConditionOptions;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Preset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An algorithm with the settings under which tables compare it. */
public enum Candidate {
    FED_SPARSE(FederatedMethod.FED_SPARSE, Preset.RECOMMENDED),
    /** Fed-Sparse-BNSL, recommended settings with at most d steps of a site in a round: fewer bytes and less time. */
    FED_SPARSE_D_STEPS(FederatedMethod.FED_SPARSE, Preset.RECOMMENDED),
    /** Fed-Sparse-BNSL, penalties that begin softly. */
    FED_SPARSE_GRADUAL(FederatedMethod.FED_SPARSE, Preset.GRADUAL),
    FED_SPARSE_PAPER(FederatedMethod.FED_SPARSE, Preset.PAPER),
    FED_BNSL(FederatedMethod.FED_BNSL, Preset.RECOMMENDED),
    FED_BNSL_PAPER(FederatedMethod.FED_BNSL, Preset.PAPER),
    FED_BNSL_FW_PAPER(FederatedMethod.FED_BNSL_FW, Preset.PAPER),
    /** Second moments released once, then hill climbing. */
    GRAM(Algorithm.USUAL),
    /** NOTEARS on all rows in one place. */
    NOTEARS(Baseline.NOTEARS),
    /** Hill climbing on all rows in one place. */
    HILL_CLIMBING(Baseline.HILL_CLIMBING),
    /** The posterior over structures on all rows in one place. */
    ORDER_MCMC(Baseline.ORDER_MCMC),
    /** NOTEARS at every site, majority of edges. */
    VOTING(Baseline.VOTING),
    /** NOTEARS at every site, mean of weights. */
    AVERAGING(Baseline.AVERAGING);

    private final String named;
    private final @Nullable Preset preset;

    Candidate(FederatedMethod method, Preset preset) {
        this.named = method.id();
        this.preset = preset;
    }

    Candidate(Baseline baseline) {
        this.named = baseline.descriptor().name();
        this.preset = null;
    }

    Candidate(Algorithm algorithm) {
        this.named = algorithm.name();
        this.preset = null;
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

    public LearnSettings settings(int variables) {
        NamedMethod method = Method.named(named);
        if (preset != null) {
            method = method.with("preset", Words.dashed(preset));
        }
        if (this == FED_SPARSE_D_STEPS) {
            method = method.with("local-iterations", Integer.toString(variables));
        }
        return new LearnSettings(Algorithm.named(named), method);
    }
}
