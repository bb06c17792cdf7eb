// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

/** The treatment, by a local solver, of parameters for edges from a variable to itself. */
public enum Diagonal {
    /** They are held at 0 throughout, one problem per column without that coordinate. */
    MASKED,
    /** They are free in the local problem, as in the papers; the consensus holds them at 0, where duals pull them. */
    FREE
}
