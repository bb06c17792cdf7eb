// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

/** The treatment, by a local solver, of parameters for edges from a variable to itself. */
public enum Diagonal {
    /** Self-edges are held at 0 throughout, one problem per column without that coordinate. */
    MASKED,
    /** Self-edges are free at the sites, as in the papers; the consensus holds them at 0, to which duals pull. */
    FREE
}
