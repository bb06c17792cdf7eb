// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.transport.internal.journal.FileJournal.JournalCodec;
import java.util.Optional;

/**
 * Encodes and decodes the records of a site's journal. Of a solution only what differs from the last one is written.
 */
final class SiteRecordCodec implements JournalCodec<SiteRecord> {

    private static final int JOINED = 1;
    private static final int BEGUN = 2;
    private static final int COMPUTING = 3;
    private static final int ANSWERED = 4;
    private static final int FAILED = 5;
    private static final int FINISHED = 6;
    private static final int SOLVED = 7;
    private static final int READING = 8;

    private Optional<Parameters> last = Optional.empty();

    @Override
    public byte[] encode(SiteRecord record) {
        if (record instanceof SiteRecord.Joined joined) {
            return new FieldWriter(JOINED)
                    .text(joined.site().value())
                    .text(joined.study())
                    .text(joined.studyDigest())
                    .text(joined.solver())
                    .text(joined.protection())
                    .toBytes();
        }
        if (record instanceof SiteRecord.Begun begun) {
            return new FieldWriter(BEGUN).task(begun.task()).toBytes();
        }
        if (record instanceof SiteRecord.Computing computing) {
            return new FieldWriter(COMPUTING)
                    .number(computing.round())
                    .number(number(computing.again()))
                    .toBytes();
        }
        if (record instanceof SiteRecord.Reading reading) {
            return new FieldWriter(READING).number(reading.round()).toBytes();
        }
        if (record instanceof SiteRecord.Solved solved) {
            return new FieldWriter(SOLVED)
                    .number(solved.round())
                    .vector(before(solved.solution().size()), solved.solution())
                    .payload(solved.released())
                    .toBytes();
        }
        if (record instanceof SiteRecord.Answered answered) {
            ProtectedUpdate update = answered.update();
            return new FieldWriter(ANSWERED)
                    .vector(before(answered.solution().size()), answered.solution())
                    .text(update.site().value())
                    .text(update.study())
                    .number(update.round())
                    .text(update.protection())
                    .payload(update.payload())
                    .payload(answered.released())
                    .toBytes();
        }
        if (record instanceof SiteRecord.Failed failed) {
            return encode(failed);
        }
        return new FieldWriter(FINISHED)
                .outcome(((SiteRecord.Finished) record).outcome())
                .toBytes();
    }

    private byte[] encode(SiteRecord.Failed failed) {
        FieldWriter out = new FieldWriter(FAILED)
                .number(failed.round())
                .text(failed.kind().name())
                .number(failed.solution().isPresent() ? 1 : 0);
        failed.solution().ifPresent(solution -> out.vector(before(solution.size()), solution));
        return out.payload(failed.released()).toBytes();
    }

    private Parameters before(int size) {
        return last.orElseGet(() -> Parameters.zeros(size));
    }

    @Override
    public SiteRecord decode(byte[] bytes) {
        SiteRecord record = FieldReader.read(bytes, this::record);
        written(record);
        return record;
    }

    private SiteRecord record(FieldReader in) {
        int kind = in.kind();
        return switch (kind) {
            case JOINED -> new SiteRecord.Joined(new SiteId(in.text()), in.text(), in.text(), in.text(), in.text());
            case BEGUN -> new SiteRecord.Begun(in.task());
            case COMPUTING -> new SiteRecord.Computing(in.smallNumber(), again(in));
            case READING -> new SiteRecord.Reading(in.smallNumber());
            case SOLVED -> new SiteRecord.Solved(in.smallNumber(), in.vector(this::before), in.payload());
            case ANSWERED -> new SiteRecord.Answered(in.vector(this::before), update(in), in.payload());
            case FAILED -> failed(in);
            case FINISHED -> new SiteRecord.Finished(in.outcome());
            default -> throw new IllegalArgumentException("no record of a site begins with " + kind);
        };
    }

    private static ProtectedUpdate update(FieldReader in) {
        return new ProtectedUpdate(new SiteId(in.text()), in.text(), in.smallNumber(), in.text(), in.payload());
    }

    private SiteRecord failed(FieldReader in) {
        int round = in.smallNumber();
        SiteReply.Failure.Kind kind = SiteReply.Failure.Kind.valueOf(in.text());
        Optional<Parameters> solution = flag(in) ? Optional.of(in.vector(this::before)) : Optional.empty();
        Payload released = in.payload();
        return new SiteRecord.Failed(round, kind, solution, released);
    }

    private static int number(SiteRecord.Again again) {
        return switch (again) {
            case NEVER -> 0;
            case ALWAYS -> 1;
            case UNTIL_READ -> 2;
        };
    }

    private static SiteRecord.Again again(FieldReader in) {
        int value = in.smallNumber();
        return switch (value) {
            case 0 -> SiteRecord.Again.NEVER;
            case 1 -> SiteRecord.Again.ALWAYS;
            case 2 -> SiteRecord.Again.UNTIL_READ;
            default ->
                throw new IllegalArgumentException("when a round is computed again must be 0, 1 or 2, was " + value);
        };
    }

    private static boolean flag(FieldReader in) {
        long value = in.number();
        if (value > 1) {
            throw new IllegalArgumentException("a flag must be 0 or 1, was " + value);
        }
        return value == 1;
    }

    /** Reading does not begin without its record, so after a restart nothing may say that it did. */
    @Override
    public boolean isWorthRoom(SiteRecord record) {
        return !(record instanceof SiteRecord.Reading);
    }

    @Override
    public void written(SiteRecord record) {
        if (record instanceof SiteRecord.Answered answered) {
            last = Optional.of(answered.solution());
        } else if (record instanceof SiteRecord.Solved solved) {
            last = Optional.of(solved.solution());
        } else if (record instanceof SiteRecord.Failed failed
                && failed.solution().isPresent()) {
            last = failed.solution();
        }
    }
}
