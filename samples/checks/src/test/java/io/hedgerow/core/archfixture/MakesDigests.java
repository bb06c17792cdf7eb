// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Asks the platform for a digest. */
public final class MakesDigests {
    public MessageDigest start() throws NoSuchAlgorithmException {
        return MessageDigest.getInstance("SHA-256");
    }
}
