// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Locks a file by itself. */
public final class LocksFiles {
    public boolean isFree(FileChannel channel) throws IOException {
        return channel.tryLock() != null;
    }
}
