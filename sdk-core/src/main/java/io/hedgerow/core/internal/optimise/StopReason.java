// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.optimise;

/** The reasons why a minimisation ends. */
public enum StopReason {
    GRADIENT_TOLERANCE,
    DECREASE_TOLERANCE,
    /** The limit of evaluations is used up; the point is the best one found. */
    MAX_EVALUATIONS,
    /** No lower value was found along steepest descent: as far as rounding allows, or the gradient is wrong. */
    NO_DESCENT,
    START_NOT_FINITE
}
