// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.transport.identity.MessageSigner;

/** A signing key of an identity directory, opened for a study; closing it forgets it, here and not on its token. */
public interface OpenedKey extends MessageSigner, AutoCloseable {

    @Override
    void close();
}
