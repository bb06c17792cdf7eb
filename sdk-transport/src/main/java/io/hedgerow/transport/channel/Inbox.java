package io.hedgerow.transport.channel;

import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.Letter;
import io.hedgerow.transport.internal.wire.LetterAssembler;
import java.util.Optional;

/** Letters of one peer in their order: what came before is dropped, what is missing is found out. Not thread-safe. */
final class Inbox {

    private final LetterAssembler assembler;
    private long opened;
    private long received;

    /** After the letters that an earlier connection brought. */
    Inbox(int limit, long received) {
        this.assembler = new LetterAssembler(limit);
        this.received = received;
    }

    /** Number of the last complete letter. */
    long received() {
        return received;
    }

    /**
     * Takes a frame.
     *
     * @return a letter that completes with it and did not come before
     * @throws GapException when a letter is missing
     */
    Optional<Letter> accept(Frame frame) {
        Optional<Letter> letter;
        if (frame instanceof Frame.Opening opening) {
            if (opening.number() > received + 1) {
                throw new GapException("expected message " + (received + 1) + ", was " + opening.number()
                        + ": the stream starts again after the last message received");
            }
            letter = assembler.accept(opening);
            opened = opening.number();
        } else if (frame instanceof Frame.Part part) {
            letter = assembler.accept(part);
        } else {
            throw new IllegalArgumentException(
                    "expected an opening or a part, was " + frame.getClass().getSimpleName());
        }
        if (letter.isEmpty() || opened <= received) {
            return Optional.empty();
        }
        received = opened;
        return letter;
    }

    /** A letter is missing. */
    static final class GapException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        GapException(String message) {
            super(message);
        }
    }
}
