package io.hedgerow.core.internal.search;

import java.util.Locale;

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
        LOCAL(""),
        /** A power prior: rows of others count a part of one (Ibrahim and Chen 2000). */
        POOL("moments of their rows"),
        /** Others' posterior probabilities are a prior of edges. */
        EDGES("probabilities of edges"),
        /** One structure, weights of each client's own. */
        STRUCTURE("scores of all graphs that the search met");

        private final String told;

        Kind(String told) {
            this.told = told;
        }

        /** What is summed over clients, in words. */
        String told() {
            return told;
        }
    }

    /** For people: pool 0.2. */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.POOL ? " " + weight : "");
    }
}
