// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.descriptor;

/** A property of a method that holds for all its parameters. */
public enum MethodTrait {
    /** It learns from time series only. */
    SERIES,
    /** Relations are curves. */
    CURVES,
    /** Every variable is a neural network of others. */
    NEURAL,
    /** Sites and coordinator agree in rounds; messages can be masked. */
    ROUNDS,
    /** Sites release sums of their rows, from which the coordinator learns; messages can be masked. */
    RELEASE,
    /** It keeps a promise of privacy, needs a budget and charges ledgers. */
    PROMISE,
    /** Behind masks, sites share the noise of their sums. */
    SHARED_NOISE,
    /** Every site gets a network of its own. */
    PERSONAL,
    /** It searches for the structure that fits best, and needs no equal noise variances. */
    SEARCH,
    /** Directions come from noise that is not normal, which normal scores would take away. */
    NON_GAUSSIAN,
    /** Its result is the same in all units of the columns. */
    UNITLESS,
    /** Variables may be categories, not only numbers. */
    CATEGORIES,
    /** All sites must be in one process: no plan can name it. */
    IN_ONE_PROCESS,
    /** It says what columns are like and learns no network: for plans, before one that learns. */
    LOOK,
    /** It compares with the known network while it learns. */
    TRUTH
}
