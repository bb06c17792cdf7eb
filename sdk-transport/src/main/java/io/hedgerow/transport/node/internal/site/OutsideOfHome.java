// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The places outside of a site's home for records that must survive its loss or replacement: beside its keys and among
 * its anchors. What is beside the keys counts also where the site may not write there: it was written when it could.
 *
 * @param written places that can be written, at most two
 * @param readOnly a place that cannot be written and may hold something, at most one
 * @param identity where the keys are, for people
 */
public record OutsideOfHome(List<Path> written, List<Path> readOnly, Path identity) {

    public OutsideOfHome {
        written = List.copyOf(written);
        readOnly = List.copyOf(readOnly);
    }

    /**
     * The places of one memory.
     *
     * @param home of the site
     * @param name of the file or directory
     * @throws IllegalArgumentException when the anchors are inside the home, with which they would be forgotten
     */
    public static OutsideOfHome of(
            Path home, IdentityDirectory identity, Optional<Path> anchors, SiteId site, String name) {
        List<Path> written = new ArrayList<>();
        List<Path> readOnly = new ArrayList<>();
        Path beside = identity.path().resolve(name);
        if (Files.isWritable(identity.path())) {
            written.add(beside);
        } else {
            readOnly.add(beside);
        }
        anchors.ifPresent(directory -> {
            Directories.requireOutside(directory, home, "anchors");
            written.add(directory.resolve(site.value() + "." + name));
        });
        return new OutsideOfHome(written, readOnly, identity.path());
    }

    /** All places that may know something. */
    public List<Path> read() {
        List<Path> all = new ArrayList<>(readOnly);
        all.addAll(written);
        return all;
    }

    /**
     * Refuses to go on where nothing can be written outside of the home.
     *
     * @param why of the refusal, such as "exact sums are remembered outside of the home"
     * @throws JournalException when there is no place; nothing was left out silently
     */
    public void require(String why) {
        if (written.isEmpty()) {
            throw new JournalException(why + ", and " + identity + " cannot be written: give --anchors DIR, or let the"
                    + " site write beside its identity");
        }
    }
}
