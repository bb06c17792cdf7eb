// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Makes a channel durable by itself. */
public final class ForcesChannels {
    public void write(FileChannel channel) throws IOException {
        channel.force(false);
    }
}
