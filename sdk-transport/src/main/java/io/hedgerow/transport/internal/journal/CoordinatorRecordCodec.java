// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.transport.internal.journal.FileJournal.JournalCodec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Encodes and decodes the records of a coordinator's journal. Sums of changes are sparse, and are written so; changes
 * of single sites only where the coordinator sees them.
 */
final class CoordinatorRecordCodec implements JournalCodec<CoordinatorRecord> {

    private static final int OPENED = 1;
    private static final int BEGUN = 2;
    private static final int SUMMED = 3;
    private static final int ENDED = 4;
    private static final int SUMMED_AND_SEEN = 5;
    private static final int EXCLUDED = 6;

    @Override
    public byte[] encode(CoordinatorRecord record) {
        if (record instanceof CoordinatorRecord.Opened opened) {
            return new FieldWriter(OPENED)
                    .text(opened.study())
                    .text(opened.studyDigest())
                    .text(opened.computation())
                    .text(opened.protection())
                    .sites(opened.sites())
                    .toBytes();
        }
        if (record instanceof CoordinatorRecord.Begun begun) {
            return new FieldWriter(BEGUN).task(begun.task()).toBytes();
        }
        if (record instanceof CoordinatorRecord.Summed summed) {
            Aggregate aggregate = summed.aggregate();
            Parameters zeros = Parameters.zeros(aggregate.sum().size());
            FieldWriter out = new FieldWriter(aggregate.seen().isEmpty() ? SUMMED : SUMMED_AND_SEEN)
                    .number(aggregate.round())
                    .sites(aggregate.included())
                    .vector(zeros, aggregate.sum());
            aggregate.included().stream()
                    .sorted()
                    .flatMap(site -> Stream.ofNullable(aggregate.seen().get(site)))
                    .forEach(change -> out.vector(zeros, dense(change, zeros.size())));
            return out.number(summed.bytesUp()).toBytes();
        }
        if (record instanceof CoordinatorRecord.Excluded excluded) {
            return new FieldWriter(EXCLUDED).text(excluded.site().value()).toBytes();
        }
        CoordinatorRecord.Ended ended = (CoordinatorRecord.Ended) record;
        return new FieldWriter(ENDED)
                .text(ended.state().name())
                .text(ended.reason())
                .toBytes();
    }

    @Override
    public CoordinatorRecord decode(byte[] bytes) {
        return FieldReader.read(bytes, CoordinatorRecordCodec::record);
    }

    private static CoordinatorRecord record(FieldReader in) {
        int kind = in.kind();
        return switch (kind) {
            case OPENED -> new CoordinatorRecord.Opened(in.text(), in.text(), in.text(), in.text(), in.sites());
            case BEGUN -> new CoordinatorRecord.Begun(in.task());
            case SUMMED -> new CoordinatorRecord.Summed(aggregate(in, false), in.number());
            case SUMMED_AND_SEEN -> new CoordinatorRecord.Summed(aggregate(in, true), in.number());
            case ENDED -> new CoordinatorRecord.Ended(StudyState.valueOf(in.text()), in.text());
            case EXCLUDED -> new CoordinatorRecord.Excluded(new SiteId(in.text()));
            default -> throw new IllegalArgumentException("no record of a coordinator begins with " + kind);
        };
    }

    private static Aggregate aggregate(FieldReader in, boolean seen) {
        int round = in.smallNumber();
        List<SiteId> sites = in.sites();
        Parameters sum = in.vector(Parameters::zeros);
        Map<SiteId, SparseChange> changes = new TreeMap<>();
        for (SiteId site : seen ? sites : List.<SiteId>of()) {
            changes.put(site, sparse(in.vector(Parameters::zeros)));
        }
        return new Aggregate(round, Set.copyOf(sites), sum, changes);
    }

    private static Parameters dense(SparseChange change, int size) {
        double[] values = new double[size];
        change.addTo(values);
        return Parameters.takeOver(values);
    }

    private static SparseChange sparse(Parameters values) {
        int[] index = IntStream.range(0, values.size())
                .filter(k -> values.get(k) != 0)
                .toArray();
        return SparseChange.of(
                index, IntStream.of(index).mapToDouble(values::get).toArray());
    }
}
