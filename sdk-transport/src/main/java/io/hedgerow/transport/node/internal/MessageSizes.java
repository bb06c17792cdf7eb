// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.study.StudyPlan;

/**
 * How large the messages of a plan get. Both ends refuse larger ones, so that a site cannot fill a coordinator's
 * memory; a plan whose messages could not be sent is refused before anybody signs it.
 */
public final class MessageSizes {

    /** Of any study: more than what a small one sends, and nothing to anybody's memory. */
    private static final int LEAST = 64 << 10;

    /**
     * What secure aggregation sends about one site in one message: at most its keys and a sealed secret, 2.6 kB when a
     * session begins.
     */
    static final int OF_SITE = 4 << 10;

    private static final long MOST_ROOM = 64 << 20;

    private MessageSizes() {}

    /** Bytes of a message that carries a value for each parameter. */
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

    /**
     * Room on a site's disk for what one round finds: its solution, the update, and what the solver releases. Larger
     * records are not kept apart.
     */
    public static int roomOfRound(StudyPlan plan, Method method) {
        return (int) Math.min(MOST_ROOM, 4 * largest(plan, method));
    }

    /** Limits of both ends of the wire. */
    public static WireSettings settings(StudyPlan plan, Method method) {
        return WireSettings.of(largest(plan, method));
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
