// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import java.time.Duration;

/**
 * Waits until the sites have received the end of a study. Those that have do not come back, so it is noted that all
 * have: another start then ends at once. A study that too few sites answered can continue, so absent sites need not
 * hear of it; but a coordinator that has just started waits for those that are dialling it.
 */
public final class Farewell {

    /** Sites that are gone when the study ends learn of it when they come back, for this long. */
    private static final Duration USUAL = Duration.ofSeconds(30);

    /**
     * The same for a study that runs again at a shared port because a site has asked for its end: longer than a site's
     * pause between two attempts.
     */
    private static final Duration AGAIN = Duration.ofMinutes(2);

    private final CoordinatorFiles files;
    private final Duration longest;
    private final long began = System.nanoTime();

    /**
     * Begins when the coordinator listens.
     *
     * @param deadline of a round
     * @param again whether the study runs again at a shared port
     */
    public Farewell(CoordinatorFiles files, Duration deadline, boolean again) {
        this.files = files;
        Duration usual = deadline.compareTo(USUAL) < 0 ? deadline : USUAL;
        this.longest = again ? AGAIN : usual;
    }

    /** Waits for sites after the study has ended in a state. */
    public void say(GrpcCoordinator channel, StudyState state) throws InterruptedException {
        if (files.isTold()) {
            return;
        }
        if (state == StudyState.QUORUM_NOT_MET) {
            Duration left = longest.minusNanos(System.nanoTime() - began);
            if (left.isNegative() || !channel.awaitDelivery(left)) {
                channel.awaitDeliveryToConnected(longest);
            }
        } else if (channel.awaitDelivery(longest)) {
            files.noteTold();
        }
    }
}
