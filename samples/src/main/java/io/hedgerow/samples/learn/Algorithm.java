package io.hedgerow.samples.learn;

import io.hedgerow.core.method.FederatedMethod;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@code learn} can run. */
public enum Algorithm {
    /** Fed-Sparse-BNSL: rounds, sparse updates. */
    FED_SPARSE(FederatedMethod.FED_SPARSE),
    /** Fed-BNSL (NOTEARS-ADMM): rounds, dense updates. */
    FED_BNSL(FederatedMethod.FED_BNSL),
    /** Fed-BNSL with Frank–Wolfe at the sites: a baseline. */
    FED_BNSL_FW(FederatedMethod.FED_BNSL_FW),
    /** NOTEARS on the rows of all sites in one place: a baseline without federation. */
    NOTEARS(null),
    /** NOTEARS at every site alone, then edges that more than half of them found. */
    VOTING(null),
    /** NOTEARS at every site alone, then the mean of their weights. */
    AVERAGING(null),
    /** NOTEARS at every site alone, then the one nearest to the known network. */
    BEST(null),
    /** Hill climbing on the rows of all sites in one place: a baseline without federation. */
    HILL_CLIMBING(null),
    /** Sites release their second moments once; the coordinator sums them and searches. */
    GRAM(null),
    /** DP-Fed-Sparse-BNSL: private greedy steps at the sites. */
    DP_FED_SPARSE(null),
    /** The same with Laplace noise throughout: a baseline. */
    DP_FED_SPARSE_LAPLACE(null),
    /** DP-Fed-BNSL: one noisy matrix per site, rounds of the closed form on it. */
    DP_FED_BNSL(null),
    /** Sites release noisy second moments once; the coordinator searches. */
    DP_GRAM(null),
    /** With a budget, the private algorithm that does best at these numbers; without, the recommended one. */
    AUTO(null);

    private final @Nullable FederatedMethod method;

    Algorithm(@Nullable FederatedMethod method) {
        this.method = method;
    }

    /**
     * The method of the SDK behind it.
     *
     * @return the method that runs in rounds, or empty
     */
    public Optional<FederatedMethod> federated() {
        return Optional.ofNullable(method);
    }

    /**
     * Whether it needs a privacy budget.
     *
     * @return true for the algorithms whose names begin with dp-
     */
    public boolean isPrivate() {
        return name().startsWith("DP_");
    }
}
