package io.hedgerow.secureagg.policy;

/** What the coordinator is trusted with. */
public enum CoordinatorTrust {
    /**
     * With nothing but availability: sites confirm to each other who is in a sum before they release shares. The
     * default.
     */
    MALICIOUS,
    /**
     * To follow the protocol, while it looks at everything it sees: one message exchange less, and sites believe its
     * lists.
     */
    HONEST_BUT_CURIOUS
}
