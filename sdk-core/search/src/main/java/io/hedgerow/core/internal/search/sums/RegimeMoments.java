// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.FamilyMoments;
import io.hedgerow.core.internal.search.regression.FamilyMoments.Moments;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The moments of every regime, and those by which each variable and its parents are scored: of the regimes in which the
 * variable is no target (Hauser and Bühlmann 2012), each about its own sites' means. Whether sites agree is seen within
 * regimes only, for interventions change correlations and deviations. Immutable.
 */
public final class RegimeMoments {

    private final Regimes regimes;
    private final List<WithinSites> within;
    private final int variables;

    private RegimeMoments(Regimes regimes, List<WithinSites> within) {
        this.regimes = regimes;
        this.within = List.copyOf(within);
        this.variables = regimes.schema().size();
    }

    /** Takes a sum over all sites, by {@link Regimes#layout}. */
    public static RegimeMoments of(Regimes regimes, Parameters total) {
        List<WithinSites> within = new ArrayList<>();
        for (int r = 0; r < regimes.all().size(); r++) {
            Regimes.Regime regime = regimes.all().get(r);
            try {
                within.add(
                        WithinSites.of(regimes.schema().size(), regime.sites().size(), regimes.slot(r, total)));
            } catch (IllegalArgumentException e) {
                throw new DataException("rows " + regimes.where(regime) + ": " + Words.reason(e), e);
            }
        }
        return new RegimeMoments(regimes, within).requireVarying();
    }

    private RegimeMoments requireVarying() {
        double[] all = pooled(r -> true).covariance();
        List<String> constant = IntStream.range(0, variables)
                .filter(j -> !(all[j * (variables + 1)] > 0))
                .mapToObj(j -> "\"" + regimes.schema().names().get(j) + "\"")
                .toList();
        if (!constant.isEmpty()) {
            throw new DataException((constant.size() == 1 ? "column " : "columns ") + String.join(", ", constant)
                    + ": must have a variance > 0 at some site, " + (constant.size() == 1 ? "is" : "are")
                    + " constant within every site: leave out, in a plan among its variables");
        }
        return this;
    }

    public Regimes regimes() {
        return regimes;
    }

    /** The moments of one regime, in the order of {@link Regimes#all}. */
    public WithinSites of(int regime) {
        return within.get(regime);
    }

    /** The regimes in which a variable is no target. */
    public int[] untouched(int variable) {
        return IntStream.range(0, within.size())
                .filter(r -> !regimes.all().get(r).targets().contains(variable))
                .toArray();
    }

    /** The moments of every variable's own rows; a column constant in them counts as one that nothing depends on. */
    public FamilyMoments families() {
        Moments all = pooled(r -> true);
        Map<List<Integer>, Moments> known = new HashMap<>();
        known.put(IntStream.range(0, within.size()).boxed().toList(), all);
        List<Moments> ofTarget = new ArrayList<>();
        for (int j = 0; j < variables; j++) {
            List<Integer> own = IntStream.of(untouched(j)).boxed().toList();
            ofTarget.add(known.computeIfAbsent(own, key -> varying(pooled(key::contains), all)));
        }
        return FamilyMoments.of(all, ofTarget);
    }

    private Moments varying(Moments own, Moments all) {
        double[] covariance = own.covariance();
        for (int j = 0; j < variables; j++) {
            if (!(covariance[j * (variables + 1)] > 0)) {
                for (int i = 0; i < variables; i++) {
                    covariance[i * variables + j] = 0;
                    covariance[j * variables + i] = 0;
                }
                covariance[j * (variables + 1)] = all.covariance()[j * (variables + 1)];
            }
        }
        return own;
    }

    /** Variables that vary only where they are targets: nothing shows their causes. */
    public List<Integer> varyingAsTargetsOnly() {
        return IntStream.range(0, variables)
                .filter(j ->
                        IntStream.of(untouched(j)).noneMatch(r -> within.get(r).covariance()[j * (variables + 1)] > 0))
                .boxed()
                .toList();
    }

    /** Σ_r ν_r S_r / Σ_r ν_r, ν degrees of freedom; n_eff is Σ_r ν_r / φ'_r less the rows of the prior. */
    private Moments pooled(IntPredicate wanted) {
        double[] covariance = new double[variables * variables];
        double degrees = 0;
        double rows = 0;
        for (int r = 0; r < within.size(); r++) {
            if (wanted.test(r)) {
                double own = within.get(r).degrees();
                double[] s = within.get(r).covariance();
                for (int k = 0; k < s.length; k++) {
                    covariance[k] += own * s[k];
                }
                degrees += own;
                rows += own / within.get(r).inflation();
            }
        }
        for (int k = 0; k < covariance.length; k++) {
            covariance[k] /= degrees;
        }
        return new Moments(covariance, Math.max(rows - WithinSites.OF_PRIOR, StructureSearch.LEAST_ROWS));
    }

    /** The mean of one column over the rows in which another is no target. */
    public double mean(int column, int target) {
        double sum = 0;
        double rows = 0;
        for (int r : untouched(target)) {
            sum += within.get(r).rows() * within.get(r).mean(column);
            rows += within.get(r).rows();
        }
        return sum / rows;
    }

    public long rows() {
        return within.stream().mapToLong(WithinSites::rows).sum();
    }
}
