// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

/**
 * The weighting of a site's squared loss in the sum over sites. λ and ρ2 mean different things under each, so the
 * choice is always named.
 */
public enum LossScaling {
    /** ‖X_p − X_p B‖² / (2·n_p): every site weighs the same (paper 002). */
    PER_SITE,
    /** ‖X_p − X_p B‖² / (2·n): every record weighs the same, n the public number of all sites' records (paper 001). */
    PER_RECORD,
    /** ‖X_p − X_p B‖² / (2·n_p·P): the mean of the per-site losses over P sites (the published code of paper 001). */
    PER_SITE_MEAN;

    /**
     * {@return the factor w_p with which the loss per record of the site, ‖X_p − X_p B‖² / (2·n_p), is multiplied}
     *
     * @param siteRows n_p
     * @param totalRows n, the sum over sites; read only by {@link #PER_RECORD}
     * @param sites P
     */
    public double weight(long siteRows, long totalRows, int sites) {
        return switch (this) {
            case PER_SITE -> 1;
            case PER_RECORD -> (double) siteRows / totalRows;
            case PER_SITE_MEAN -> 1.0 / sites;
        };
    }
}
