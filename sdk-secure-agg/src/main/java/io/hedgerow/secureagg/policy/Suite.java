package io.hedgerow.secureagg.policy;

/** The key agreement of a session. */
public enum Suite {
    /** X25519. */
    CLASSICAL,
    /** ML-KEM-768 and X25519: secret while either holds, also from who records today and computes later. */
    HYBRID
}
