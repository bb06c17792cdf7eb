// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.Disk;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.Storage;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.Fingerprint;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The number of the newest list of revoked certificates that was used here, of each authority. What was noted is on the
 * disk, so that an older list is known after a restart, too; a home that was put back as a whole has forgotten it. The
 * file {@code revocations} has lines {@code AUTHORITY NUMBER} and only grows. Two processes may use one directory.
 */
final class NewestList {

    private static final String LINE = "[0-9a-f]{64} [0-9]{1,60}";

    private final Path home;
    private final Path file;
    private final String authority;
    private final boolean notes;

    /** Opens the notes of a home, which may only be compared with. */
    NewestList(Path home, Fingerprint authority, boolean notes) {
        this.home = home;
        this.file = home.resolve("revocations");
        this.authority = authority.hex();
        this.notes = notes;
    }

    Optional<BigInteger> number() {
        try {
            return Files.exists(file) ? newest(Files.readString(file, StandardCharsets.US_ASCII)) : Optional.empty();
        } catch (IOException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": cannot be read: " + FileReason.of(e), e);
        }
    }

    /** Notes a number durably. */
    void note(BigInteger number) {
        if (!notes) {
            return;
        }
        try (WriterLock lock = WriterLock.await(file)) {
            Storage open = lock.storage();
            String whole =
                    whole(new String(open.readFully(0, Math.toIntExact(open.size())), StandardCharsets.US_ASCII));
            if (newest(whole).map(known -> known.compareTo(number) < 0).orElse(true)) {
                open.truncate(whole.length());
                open.write(
                        ByteBuffer.wrap((authority + " " + number + "\n").getBytes(StandardCharsets.US_ASCII)),
                        whole.length());
                open.force();
                Disk.REAL.forceNames(home);
            }
        } catch (IOException e) {
            throw new UnwritableFileException(
                    "the number of the newest list of revoked certificates cannot be noted in " + file + ": "
                            + FileReason.of(e),
                    e);
        }
    }

    private Optional<BigInteger> newest(String text) {
        Optional<BigInteger> newest = Optional.empty();
        for (String line : whole(text).lines().toList()) {
            if (!line.matches(LINE)) {
                throw new IdentityException(
                        Reason.UNREADABLE, file + ": is damaged: a line is not one that was written here");
            }
            BigInteger number = new BigInteger(line.substring(line.indexOf(' ') + 1));
            if (line.startsWith(authority)
                    && newest.map(known -> known.compareTo(number) < 0).orElse(true)) {
                newest = Optional.of(number);
            }
        }
        return newest;
    }

    /** Leaves out a line that a crash cut short: its list was not used yet. */
    private static String whole(String text) {
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
