package io.hedgerow.core.internal.search;

/** What is assumed of the noises of a linear network. */
public enum NoiseAssumption {
    /** All variances are equal, in the columns' own units; then every direction is identified. */
    EQUAL,
    /** Each variable has its own; then directions are identified as far as the equivalence class tells them. */
    UNEQUAL
}
