// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The memory and connections that studies need, or may use in total.
 *
 * @param bytes of memory for messages
 * @param sites whose connections need room
 */
public record Need(long bytes, int sites) {

    public static final Need NOTHING = new Need(0, 0);

    /** Without a limit. */
    public static final Need ANY = new Need(Long.MAX_VALUE, Integer.MAX_VALUE);

    /** Why a study has to wait until others end, where this is what all may take; empty where there is room for it. */
    Optional<String> waitsFor(Need study, Stream<Need> others) {
        Need all = others.reduce(study, (one, other) -> new Need(one.bytes + other.bytes, one.sites + other.sites));
        if (all.bytes > bytes) {
            return Optional.of("waits for the memory of others, needs " + study.bytes + " bytes");
        }
        if (all.sites > sites) {
            return Optional.of("waits for the connections of others, needs room for those of " + study.sites
                    + " sites, and there is room for " + sites + " in all");
        }
        return Optional.empty();
    }
}
