// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.study.StudyPlan;

/**
 * Computes the sizes of a plan's messages. Both ends refuse larger ones, so that a site cannot fill a coordinator's
 * memory; a plan whose messages could not be sent is refused before it is signed.
 */
public final class MessageSizes {

    /** Any study may send as much: more than a small one needs, and little memory. */
    private static final int LEAST = 64 << 10;

    /** What secure aggregation sends about one site in one message: at most keys and a sealed secret, 2.6 kB. */
    static final int OF_SITE = 4 << 10;

    private static final long MOST_ROOM = 64 << 20;

    private MessageSizes() {}

    private static long ofValues(StudyPlan plan, Method method) {
        Study study = method.study();
        long change = study.communication().mostBytes(study.layout().size());
        return plan.secureAggregation().isEmpty()
                ? change
                : Math.max(
                                change,
                                (long) Long.BYTES
                                        * SummedStudy.of(study, method.sums()).mostLanes())
                        + (1L + plan.sites().size()) * OF_SITE;
    }

    /** Bytes of payload in any message of a plan. */
    static long largest(StudyPlan plan, Method method) {
        return Math.min(WireSettings.LARGEST_MESSAGE, Math.max(LEAST, ofValues(plan, method)));
    }

    /** The bytes on a site's disk for the result of one round. Larger records are not kept apart. */
    public static int roomOfRound(StudyPlan plan, Method method) {
        return (int) Math.min(MOST_ROOM, 4 * largest(plan, method));
    }

    public static WireSettings settings(StudyPlan plan, Method method) {
        return WireSettings.of(largest(plan, method));
    }

    /** The most bytes of sites' messages that wait at a coordinator, and of one from each site that is being sent. */
    public static long mostWaiting(StudyPlan plan, Method method) {
        WireSettings settings = settings(plan, method);
        return (settings.window() + 1L) * settings.messageLimit() * plan.sites().size();
    }

    public static void requireSendable(StudyPlan plan, Method method) {
        long bytes = ofValues(plan, method);
        if (bytes > WireSettings.LARGEST_MESSAGE) {
            throw new IllegalArgumentException("algorithm " + plan.algorithm().id() + " over "
                    + plan.variables().size() + " variables sends messages of up to " + bytes
                    + " bytes, at most " + WireSettings.LARGEST_MESSAGE + " can be sent: name fewer variables");
        }
    }
}
