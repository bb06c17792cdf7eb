package io.hedgerow.samples.audit;

/** What {@code audit reconstruct} can attack. */
public enum Attacked {
    /** The closed form without protection: the attack succeeds. */
    FED_BNSL(false),
    /** Truncated sparse solutions without protection. */
    FED_SPARSE(false),
    /** Private greedy steps. */
    DP_FED_SPARSE(true),
    /** The closed form on a noisy matrix, which the attack recovers: it is what the site released. */
    DP_FED_BNSL(true);

    private final boolean noisy;

    Attacked(boolean noisy) {
        this.noisy = noisy;
    }

    boolean noisy() {
        return noisy;
    }
}
