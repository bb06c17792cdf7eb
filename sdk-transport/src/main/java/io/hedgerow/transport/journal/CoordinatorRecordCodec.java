package io.hedgerow.transport.journal;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.round.Aggregate;
import io.hedgerow.core.round.CoordinatorRecord;
import io.hedgerow.core.round.StudyState;
import java.util.Set;

/** A coordinator's records as bytes. Sums of changes are sparse, and are written so. */
final class CoordinatorRecordCodec implements RecordCodec<CoordinatorRecord> {

    private static final int OPENED = 1;
    private static final int BEGUN = 2;
    private static final int SUMMED = 3;
    private static final int ENDED = 4;

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
            return new FieldWriter(SUMMED)
                    .number(aggregate.round())
                    .sites(aggregate.included())
                    .vector(Parameters.zeros(aggregate.sum().size()), aggregate.sum())
                    .number(summed.bytesUp())
                    .toBytes();
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
            case SUMMED ->
                new CoordinatorRecord.Summed(
                        new Aggregate(in.smallNumber(), Set.copyOf(in.sites()), in.vector(Parameters::zeros)),
                        in.number());
            case ENDED -> new CoordinatorRecord.Ended(StudyState.valueOf(in.text()), in.text());
            default -> throw new IllegalArgumentException("no record of a coordinator begins with " + kind);
        };
    }
}
