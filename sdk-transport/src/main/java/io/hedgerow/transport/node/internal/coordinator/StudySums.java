// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.internal.federation.coordinator.ForwardingAggregator;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.UnusableSumsException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.internal.federation.SecureAggregator;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.secureagg.internal.store.FileCoordinatorArchive;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.site.Unanswered;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Forms the sums of a study between processes, masked or not; closing it erases the coordinator's signing key. */
public final class StudySums implements AutoCloseable {

    private final Aggregator aggregator;
    private final BooleanSupplier opening;
    private final Runnable erase;

    private StudySums(Aggregator aggregator, BooleanSupplier opening, Runnable erase) {
        this.aggregator = aggregator;
        this.opening = opening;
        this.erase = erase;
    }

    /**
     * Opens what a study needs for its sums.
     *
     * @param signer yields the coordinator's key, asked for masked sums only
     */
    public static StudySums of(
            Method method, Optional<PlannedMasks> masks, Supplier<MessageSigner> signer, CoordinatorFiles files) {
        if (masks.isEmpty()) {
            return new StudySums(
                    new InsecurePlainUpload(
                            method.study(),
                            method.sums().largestSeen(method.exactStatistic().isPresent())),
                    () -> false,
                    () -> {});
        }
        MessageSigner key = signer.get();
        FileCoordinatorArchive archive = files.masks();
        return new StudySums(
                masks.get().aggregator(SummedStudy.of(method), key, archive),
                () -> archive.last().isPresent(),
                () -> PlannedMasks.close(key));
    }

    /** Sums, and tells {@code security} whose updates it refuses, such as for a signature that does not verify. */
    public Aggregator watchedBy(SecurityEvents security, String study) {
        return new Watched(aggregator, security, study);
    }

    /** Ends the study where no result follows from its sums: an exception would come again at each restart. */
    public static Method.Ended coordinate(Method method, Coordination with) throws InterruptedException {
        try {
            return method.coordinate(with);
        } catch (UnusableSumsException e) {
            return Method.Ended.without(StudyState.DIVERGED, Words.reason(e), new Participation());
        }
    }

    /** Whether sites were asked to open a masked sum. */
    public boolean isOpening() {
        return opening.getAsBoolean();
    }

    /** The counts of secure aggregation; empty without masks. */
    public Optional<AggregationReport> report() {
        return aggregator instanceof SecureAggregator masked ? Optional.of(masked.report()) : Optional.empty();
    }

    @Override
    public void close() {
        erase.run();
    }

    private static final class Watched extends ForwardingAggregator {

        private final SecurityEvents security;
        private final String study;

        Watched(Aggregator aggregator, SecurityEvents security, String study) {
            super(aggregator);
            this.security = security;
            this.study = study;
        }

        @Override
        public void check(int round, ProtectedUpdate update) {
            try {
                super.check(round, update);
            } catch (ProtocolException e) {
                String text = Words.reason(e);
                security.happened(new SecurityEvent(
                        SecurityEvent.Kind.PROTOCOL_VIOLATION,
                        "site " + update.site().value(),
                        study,
                        "an update of round " + round + " was refused: " + text,
                        Unanswered.reason(e, text)));
                throw e;
            }
        }
    }
}
