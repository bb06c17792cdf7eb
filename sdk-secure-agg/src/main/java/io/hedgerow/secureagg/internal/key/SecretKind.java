// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

/** The two secrets that a site shares in a slot. At most one of them is ever opened. */
public enum SecretKind {
    /** b, opened for a site whose input is in the sum. */
    SELF_SEED("csb", "cb"),
    /** k, opened for a site that was lost before it sent its input. */
    WRAP_KEY("csk", "ck");

    final String shareLabel;
    final String secretLabel;

    SecretKind(String shareLabel, String secretLabel) {
        this.shareLabel = shareLabel;
        this.secretLabel = secretLabel;
    }
}
