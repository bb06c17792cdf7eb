package io.hedgerow.transport.internal.wire;

import io.hedgerow.core.protocol.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Puts the frames of letters together again. A letter that says it is larger than the limit is refused before memory is
 * taken for it; memory grows with what came, not with what was announced. Not thread-safe.
 */
public final class LetterAssembler {

    private static final byte[] NONE = new byte[0];

    private final long limit;
    private Frame.@Nullable Opening open;
    private byte[] bytes = NONE;
    private int filled;

    /**
     * Between letters.
     *
     * @param limit bytes of payload allowed in one letter
     */
    public LetterAssembler(long limit) {
        this.limit = limit;
    }

    /**
     * Takes an opening.
     *
     * @param opening the frame
     * @return the letter when it is complete
     * @throws LetterTooLargeException when it is beyond the limit
     * @throws IllegalArgumentException when the last letter is not complete
     */
    public Optional<Letter> accept(Frame.Opening opening) {
        if (open != null) {
            throw new IllegalArgumentException("message " + open.number() + " is not complete, and message "
                    + opening.number() + " was opened: expected the rest of its parts first");
        }
        if (opening.payloadSize() > limit) {
            throw new LetterTooLargeException(opening.payloadSize(), limit);
        }
        open = opening;
        filled = 0;
        return fill(opening, opening.part());
    }

    /**
     * Takes a part.
     *
     * @param part the frame
     * @return the letter when it is complete
     * @throws IllegalArgumentException when no letter is open, or it gets larger than announced
     */
    public Optional<Letter> accept(Frame.Part part) {
        Frame.Opening opening = open;
        if (opening == null) {
            throw new IllegalArgumentException("a part must follow the opening of its message");
        }
        if (part.part().remaining() > opening.payloadSize() - filled) {
            throw new IllegalArgumentException("message " + opening.number() + " must have the announced "
                    + opening.payloadSize() + " bytes, has more");
        }
        return fill(opening, part.part());
    }

    private Optional<Letter> fill(Frame.Opening opening, ByteBuffer part) {
        int size = (int) opening.payloadSize();
        int count = part.remaining();
        if (bytes.length < filled + count) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(size, Math.max(2L * bytes.length, filled + (long) count)));
        }
        part.duplicate().get(bytes, filled, count);
        filled += count;
        if (filled < size) {
            return Optional.empty();
        }
        Letter letter = new Letter(opening.heading(), Payload.copyOf(bytes));
        open = null;
        bytes = NONE;
        return Optional.of(letter);
    }
}
