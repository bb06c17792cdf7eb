// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.channel;

import io.hedgerow.core.protocol.Payload;
import io.hedgerow.transport.study.StudyPlan;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Which study a wire is for. Both ends must say the same.
 *
 * @param study the study's name
 * @param planDigest of its signed plan; opaque
 */
public record StudyPin(String study, Payload planDigest) {
    public StudyPin {
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(planDigest, "planDigest");
        if (study.isEmpty() || study.length() > 1000) {
            throw new IllegalArgumentException("study must have 1 to 1000 characters, had " + study.length());
        }
        if (planDigest.size() > 1000) {
            throw new IllegalArgumentException("planDigest must have at most 1000 bytes, had " + planDigest.size());
        }
    }

    /**
     * What both ends of a plan's study must say.
     *
     * @param plan what was agreed
     * @return its name and digest
     */
    public static StudyPin of(StudyPlan plan) {
        return new StudyPin(
                plan.name(),
                Payload.copyOf(HexFormat.of().parseHex(plan.digest().hex())));
    }

    /** The digest's first bytes, for people to compare. */
    String digestStart() {
        byte[] bytes = planDigest.toBytes();
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < Math.min(8, bytes.length); i++) {
            hex.append(Character.forDigit(bytes[i] >> 4 & 15, 16)).append(Character.forDigit(bytes[i] & 15, 16));
        }
        return hex.length() == 0 ? "none" : hex + (bytes.length > 8 ? "…" : "");
    }
}
