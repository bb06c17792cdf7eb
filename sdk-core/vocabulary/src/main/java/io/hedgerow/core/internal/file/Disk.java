// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes what was written survive a loss of power; the seam at which tests lose power. */
public interface Disk {

    Disk REAL = new Disk() {
        @Override
        public void force(Path file, Storage open) throws IOException {
            open.force();
        }

        @Override
        public void forceNames(Path directory) throws IOException {
            if (PrivateFiles.isPosix(directory)) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                }
            }
        }
    };

    void force(Path file, Storage open) throws IOException;

    /** Makes names in a directory durable. Systems without this notion (Windows) keep names durable themselves. */
    void forceNames(Path directory) throws IOException;
}
