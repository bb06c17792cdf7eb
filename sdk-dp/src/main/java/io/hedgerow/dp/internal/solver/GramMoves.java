package io.hedgerow.dp.internal.solver;

/** A search for a network of small J = Q + price · edges, Q of {@link GramFit}. Deterministic. Not thread-safe. */
interface GramMoves {

    /** J. */
    double score();

    GramFit fit();

    /** Moves of one edge, until none is better. */
    void climb();

    /** Moves of several edges at once. */
    void polish();
}
