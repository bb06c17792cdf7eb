// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.study.StudyPlan;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Identifies the study of a connection: its name, plan digest and method revision. Both ends must have the same.
 *
 * @param planDigest of its signed plan; opaque
 * @param revision of the meaning of its method's messages; from 1
 */
public record StudyPin(String study, Payload planDigest, int revision) {
    public StudyPin {
        if (study.isEmpty() || study.length() > 1000) {
            throw new IllegalArgumentException("study must have 1 to 1000 characters, had " + study.length());
        }
        if (planDigest.size() > 1000) {
            throw new IllegalArgumentException("planDigest must have at most 1000 bytes, had " + planDigest.size());
        }
        if (revision < 1) {
            throw new IllegalArgumentException("revision must be at least 1, was " + revision);
        }
    }

    /** A method whose messages have never changed their meaning. */
    public StudyPin(String study, Payload planDigest) {
        this(study, planDigest, 1);
    }

    public static StudyPin of(StudyPlan plan, int revision) {
        return new StudyPin(
                plan.name(),
                Payload.copyOf(HexFormat.of().parseHex(plan.digest().hex())),
                revision);
    }

    /** The complaint when the other end has another revision of the method; empty when it has the same. */
    public static Optional<String> mismatch(int site, int coordinator) {
        return site == coordinator
                ? Optional.empty()
                : Optional.of("the study's method has revision " + site + " at the site and " + coordinator
                        + " at the coordinator, so that they would mean different things by the same numbers: install"
                        + " the same release at both ends, the newer one at the "
                        + (site < coordinator ? "site" : "coordinator"));
    }

    /** The digest's first bytes, for people to compare. */
    public String digestStart() {
        byte[] bytes = planDigest.toBytes();
        String hex = HexFormat.of().formatHex(bytes, 0, Math.min(8, bytes.length));
        return hex.isEmpty() ? "none" : hex + (bytes.length > 8 ? "…" : "");
    }
}
