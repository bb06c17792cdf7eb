// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/** Why a minimisation ended. */
public enum StopReason {
    /** The projected gradient is within its tolerance. */
    GRADIENT_TOLERANCE,
    /** The last step decreased the value by less than the tolerance. */
    DECREASE_TOLERANCE,
    /** The limit of evaluations is used up; the point is the best one found. */
    MAX_EVALUATIONS,
    /** No lower value was found along steepest descent: as far as rounding allows, or the gradient is wrong. */
    NO_DESCENT,
    /** The objective is not finite at the start. */
    START_NOT_FINITE
}
