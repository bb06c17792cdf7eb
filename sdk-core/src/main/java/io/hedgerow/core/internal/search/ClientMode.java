package io.hedgerow.core.internal.search;

/**
 * What clients share beside settings.
 *
 * @param kind what
 * @param weight a_0 of {@link Kind#POOL}: how much a row of another client counts; otherwise 0
 */
public record ClientMode(Kind kind, double weight) {

    /** Kinds of sharing. */
    public enum Kind {
        /** Nothing else. */
        LOCAL("sums of five numbers"),
        /** A power prior: rows of others count a part of one (Ibrahim and Chen 2000). */
        POOL("the sum of all sites' moments, and of those of four fifths of their rows"),
        /** Others' posterior probabilities are a prior of edges. */
        EDGES("sums of the probabilities of edges"),
        /** One structure, weights of each client's own. */
        STRUCTURE("sums of the scores of all graphs that the search met");

        private final String told;

        Kind(String told) {
            this.told = told;
        }

        /** What everybody learns of all clients together. */
        public String told() {
            return told;
        }
    }
}
