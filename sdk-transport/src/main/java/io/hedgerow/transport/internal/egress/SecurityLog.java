// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.file.JournalFile;
import io.hedgerow.transport.internal.file.JsonLine;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Writes security events to a file, one line of JSON each. An attacker can cause many: texts are shortened, and the
 * file grows to a limit, after which events are left out. A disk that fails loses events and stops nothing.
 *
 * <p>Thread-safe; one writer per file. Cost: one write and one fsync for each event.
 */
public final class SecurityLog implements SecurityEvents, Closeable {

    private static final byte[] HEADER = "{\"file\":\"hedgerow security log 1\"}\n".getBytes(StandardCharsets.US_ASCII);
    public static final long USUAL_BYTES = 10_000_000;

    private static final int LONGEST_TEXT = 500;

    private final JournalFile file;
    private final long largest;
    private final InstantSource clock;

    private SecurityLog(JournalFile file, long largest, InstantSource clock) {
        this.file = file;
        this.largest = largest;
        this.clock = clock;
    }

    /** Opens or makes a log of at most so many bytes, at least 10,000, locked until it is closed. */
    public static SecurityLog open(Path path, long largest, InstantSource clock) {
        if (largest < 10_000) {
            throw new IllegalArgumentException("largest must be at least 10000 bytes, was " + largest);
        }
        SecurityLog log = new SecurityLog(JournalFile.open(path, HEADER), largest, clock);
        log.endLine();
        return log;
    }

    /** The rest of an interrupted write stays, as a line of its own. */
    private void endLine() {
        if (file.read(file.length() - 1, 1)[0] != '\n') {
            file.append(new byte[] {'\n'});
        }
    }

    @Override
    public synchronized void happened(SecurityEvent event) {
        byte[] line = (new JsonLine()
                                .text("time", clock.instant().toString())
                                .text("kind", event.kind().name())
                                .text("peer", shortened(event.peer()))
                                .text("study", shortened(event.study()))
                                .text("detail", shortened(event.detail()))
                                .closed()
                        + "\n")
                .getBytes(StandardCharsets.US_ASCII);
        if (file.length() + line.length > largest) {
            return;
        }
        try {
            file.append(line);
        } catch (JournalException e) {
            // stops nothing
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
    }

    @Override
    public synchronized void close() {
        file.close();
    }
}
