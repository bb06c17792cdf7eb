package io.hedgerow.dp.ledger;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes what was written survive a loss of power; the seam at which tests lose power. */
interface Disk {

    /** The disk of this machine. */
    Disk REAL = new Disk() {
        @Override
        public void force(Path file, FileChannel channel, boolean attributes) throws IOException {
            channel.force(attributes);
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

    /**
     * Makes the bytes of a file durable.
     *
     * @param attributes whether its times as well, as after its creation
     */
    void force(Path file, FileChannel channel, boolean attributes) throws IOException;

    /** Makes names in a directory durable. Systems without this notion (Windows) keep names durable themselves. */
    void forceNames(Path directory) throws IOException;
}
