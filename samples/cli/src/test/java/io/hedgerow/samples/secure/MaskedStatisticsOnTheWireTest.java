// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.secure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.federation.SimulatedConsortium;
import io.hedgerow.secureagg.internal.federation.SummedStudy;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Everything that crosses the wire in a private release of moments, searched for what a site computed. */
class MaskedStatisticsOnTheWireTest {

    private static final int SITES = 5;
    private static final int D = 4;
    private static final int ROWS = 2000;

    /** Every payload in both directions. */
    private static final class Wire implements CoordinatorChannel {
        private final CoordinatorChannel channel;
        private final List<byte[]> seen = new ArrayList<>();

        Wire(CoordinatorChannel channel) {
            this.channel = channel;
        }

        private void record(Payload payload) {
            seen.add(payload.toBytes());
        }

        @Override
        public Set<SiteId> sites() {
            return channel.sites();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            if (message instanceof Task task) {
                record(task.consensusChange());
            }
            channel.broadcast(message);
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            record(question.payload());
            channel.send(site, question);
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
            Optional<SiteReply> reply = channel.awaitReply(timeout);
            reply.ifPresent(one -> {
                if (one instanceof SiteReply.Answer answer) {
                    record(answer.payload());
                } else if (one instanceof ProtectedUpdate update) {
                    record(update.payload());
                }
            });
            return reply;
        }
    }

    /** Notes what a site wants to send before it is protected. */
    private static final class Noting implements UpdateProtector {
        private final UpdateProtector protector;
        private final List<double[]> made;
        private final int size;

        Noting(UpdateProtector protector, List<double[]> made, int size) {
            this.protector = protector;
            this.made = made;
            this.size = size;
        }

        @Override
        public Update.Form form() {
            return protector.form();
        }

        @Override
        public String id() {
            return protector.id();
        }

        @Override
        public int sitesInSum() {
            return protector.sitesInSum();
        }

        @Override
        public void begun(Task task) {
            protector.begun(task);
        }

        @Override
        public void admit(Task task) {
            protector.admit(task);
        }

        @Override
        public Optional<Payload> answer(CoordinatorMessage.Question question) {
            return protector.answer(question);
        }

        @Override
        public ProtectedUpdate protect(Update update) {
            double[] values = new double[size];
            update.change().addTo(values);
            made.add(values);
            return protector.protect(update);
        }
    }

    private record Captured(List<double[]> made, List<byte[]> wire, SummedStudy sums) {}

    private static Optional<PrivateGram> collected(
            Study study, MomentDesign design, CoordinatorChannel channel, Aggregator aggregator)
            throws InterruptedException {
        Map<SiteId, Long> units = channel.sites().stream().collect(Collectors.toMap(site -> site, site -> (long) ROWS));
        return new SumCoordinator(study, channel, aggregator, System::nanoTime, Journal.none())
                .converse(
                        study.rounds(),
                        (first, more) -> design.released(design.summed(new SumDesign.Sums(first, more), units)));
    }

    private static Captured run(int sharing, boolean masked) throws InterruptedException {
        ReleaseOptions options =
                ReleaseOptions.within(D, ROWS, new PrivacyBudget(1, 1e-6)).withNoiseSharedBy(sharing);
        VariableSchema schema = VariableSchema.numbered(D);
        Study gram = new MomentDesign(options)
                .study(Agreement.inProcess("wire", schema, SITES, UploadProtection.insecurePlain()), schema);
        SummedStudy sums = SummedStudy.of(gram, new SumForm.Statistic(0x1p60, "moments of version 1"));
        List<SiteId> names = new ArrayList<>();
        for (int p = 0; p < SITES; p++) {
            names.add(new SiteId("site-" + p));
        }
        SimulatedConsortium consortium = new SimulatedConsortium(names, AggregationPolicy.standard());
        InsecurePlainUpload plain = new InsecurePlainUpload(gram);
        Aggregator aggregator = masked ? consortium.aggregator(sums) : plain;
        List<double[]> made = new ArrayList<>();
        List<SiteSession> sessions = new ArrayList<>();
        Random random = new Random(3);
        for (SiteId name : names) {
            double[][] rows = new double[ROWS][D];
            for (double[] row : rows) {
                for (int j = 0; j < D; j++) {
                    row[j] = random.nextGaussian() + (j > 0 ? row[j - 1] : 0);
                }
            }
            SiteData data = SiteData.of(new DatasetIdentity(name.value()), InMemoryRows.of(schema, rows));
            UpdateProtector protector = masked ? consortium.protector(name, sums) : plain;
            sessions.add(new SiteSession(
                    name,
                    gram,
                    data,
                    // what a release costs is tested elsewhere
                    PrivacyGate.enforcing(
                            request -> {}, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
                    new ReleaseSolver(new MomentDesign(options)),
                    new Noting(protector, made, gram.layout().size())));
        }
        InMemoryNetwork network = new InMemoryNetwork(sessions, Runnable::run);
        Wire wire = new Wire(network);
        assertTrue(
                collected(gram, new MomentDesign(options), wire, aggregator).isPresent(),
                () -> network.firstFailure().map(Throwable::toString).orElse("nothing failed"));
        return new Captured(made, wire.seen, sums);
    }

    /** How many of the values are on the wire, as a double or as a lane, in either order of bytes, at any position. */
    private static int found(Captured captured) {
        Set<Long> windows = new HashSet<>();
        for (byte[] payload : captured.wire()) {
            ByteBuffer bytes = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            for (int at = 0; at + Long.BYTES <= payload.length; at++) {
                windows.add(bytes.getLong(at));
            }
        }
        int found = 0;
        for (double[] values : captured.made()) {
            LaneSource lanes = captured.sums().layout(0).encode(values);
            long[] encoded = new long[lanes.lanes()];
            lanes.read(0, encoded, encoded.length);
            List<Long> secrets = new ArrayList<>();
            for (double value : values) {
                secrets.add(Double.doubleToLongBits(value));
            }
            for (long lane : encoded) {
                secrets.add(lane);
            }
            for (long secret : secrets) {
                // small numbers are everywhere: lengths, counts, zeros
                boolean telling = Math.abs(secret) >= 1L << 40 && Long.bitCount(secret) > 8;
                found += telling && (windows.contains(secret) || windows.contains(Long.reverseBytes(secret))) ? 1 : 0;
            }
        }
        return found;
    }

    @Test
    void sitesThatShareNoise_areThoseWhoseNoiseNobodyKnows() {
        assertEquals(2, SecureAggregation.standard().masks().noiseSharedBy(3).orElseThrow());
        assertEquals(4, SecureAggregation.standard().masks().noiseSharedBy(5).orElseThrow());
        assertEquals(6, SecureAggregation.standard().masks().noiseSharedBy(8).orElseThrow());
    }

    @Test
    void noStatisticOfASite_isOnTheWire() throws InterruptedException {
        Captured plain = run(1, false);
        assertTrue(found(plain) >= 5 * D, "plain uploads show the numbers: " + found(plain));
        // n = 5, n_C = 1: four sites certainly add noise
        Captured masked = run(4, true);
        assertEquals(plain.made().size(), masked.made().size());
        assertTrue(masked.wire().size() > 50);
        // about 10^5 windows and 10^2 numbers of 64 bits: by chance less than once in 10^12 runs
        assertEquals(0, found(masked));
    }
}
