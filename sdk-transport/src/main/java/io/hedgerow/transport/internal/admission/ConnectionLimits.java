// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/**
 * The limits of a coordinator's connections. Anyone who reaches its port can open connections, and each takes a file
 * descriptor of the process: without a limit a flood leaves none for the study's journal.
 *
 * @param connections at most, in all
 * @param connectionsOfAddress at most from one network address
 * @param handshakes of the connections, those that have not shown a good certificate yet
 * @param handshakesOfAddress the same from one network address
 * @param ofCertificate connections with certificates of one name
 */
public record ConnectionLimits(
        int connections, int connectionsOfAddress, int handshakes, int handshakesOfAddress, int ofCertificate) {

    /** Descriptors for files of a study and its status page, and for class files: about 20 at a time. */
    static final int RESERVE = 64;

    /** Descriptors for the files of one more study. */
    private static final int OF_STUDY = 20;

    private static final int MOST_SITES = 1000;

    /** More connections than sites' would cost memory, 100 KiB for a handshake, and let no one else in. */
    private static final int STRANGERS = 1000;

    /** A site has one connection; others are dead ones that no one noticed, and those of a doctor that asks. */
    private static final int OF_CERTIFICATE = 8;

    public ConnectionLimits {
        if (!(handshakesOfAddress >= 1
                && handshakes >= handshakesOfAddress
                && connectionsOfAddress > handshakesOfAddress
                && connections > handshakes
                && ofCertificate >= 1)) {
            throw new IllegalArgumentException("a coordinator must hold more connections than handshakes, and at least"
                    + " one of each, were " + connections + ", " + connectionsOfAddress + " of an address, "
                    + handshakes + " handshakes, " + handshakesOfAddress + " of an address, " + ofCertificate
                    + " of a certificate");
        }
    }

    /**
     * Half of the connections may be in their handshake; one address has at most half of all, but room for every site
     * twice, because sites may be behind one address. Where free descriptors are not known, only the usual limit holds.
     */
    public static ConnectionLimits of(int sites, OptionalLong free) {
        int needed = needed(sites);
        long most = Math.min(STRANGERS + 4L * sites, free.orElse(Long.MAX_VALUE) - RESERVE);
        if (most < needed) {
            throw new IllegalArgumentException("a coordinator of " + sites + " sites must be able to open at least "
                    + (needed + RESERVE) + " more files and connections, may open " + free.orElse(0)
                    + ": raise the limit of the process, ulimit -n");
        }
        int ofAddress = (int) Math.max(needed, most / 2);
        return new ConnectionLimits((int) most, ofAddress, (int) most / 2, ofAddress / 2, OF_CERTIFICATE);
    }

    /**
     * Calls and resets of certificates of one name within a minute. A site that is refused or loses its connection
     * makes some ten a minute for each of its studies.
     */
    public int callsInAMinute() {
        return 100 * ofCertificate;
    }

    /** The fewest connections that a coordinator of so many sites must be able to hold. */
    public static int needed(int sites) {
        return 2 * sites + 8;
    }

    /** The most sites whose {@linkplain #needed needed} connections one address may have, as behind a proxy. */
    public int mostSites() {
        return (connectionsOfAddress - needed(0)) / (needed(1) - needed(0));
    }

    /**
     * The limits of this process for several studies, whose sites are not known yet: as of one study with 1000 sites,
     * or with as many as there is room for.
     *
     * @param most studies that run at a time, each with files of its own
     * @param known studies that run or are waited for: a site has a connection for each of its studies, and others that
     *     were lost
     * @throws UncheckedIOException when it may open too few files and connections
     */
    public static ConnectionLimits ofStudies(int most, int known) {
        OptionalLong free = freeDescriptors();
        long left = free.orElse(Long.MAX_VALUE) - (most - 1) * (long) OF_STUDY;
        long sites = Math.max(1, Math.min(MOST_SITES, (left - RESERVE - 8) / 4));
        try {
            ConnectionLimits all = of((int) sites, OptionalLong.of(left));
            return new ConnectionLimits(
                    all.connections,
                    all.connectionsOfAddress,
                    all.handshakes,
                    all.handshakesOfAddress,
                    Math.max(OF_CERTIFICATE, 2 * known + OF_CERTIFICATE - 2));
        } catch (IllegalArgumentException e) {
            throw new UncheckedIOException(new IOException(e.getMessage(), e));
        }
    }

    public static ConnectionLimits ofThisProcess(int sites) {
        try {
            return of(sites, freeDescriptors());
        } catch (IllegalArgumentException e) {
            throw new UncheckedIOException(new IOException(e.getMessage(), e));
        }
    }

    /** Descriptors that this process may still open. */
    public static OptionalLong freeDescriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? OptionalLong.of(system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount())
                : OptionalLong.empty();
    }
}
