// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Serialises access to a site's ledger among its concurrent studies, in order of arrival. A study has a place from when
 * it asks until it ends: of those that wait, the one that asked first is next, also where it has given its turn up
 * meanwhile. One that does not want its turn now keeps no other one from it. Thread-safe.
 */
public final class Turns {

    /** A turn that comes sooner is not worth a line. */
    private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** In the order of their places, those that do not want the turn among them. */
    private final List<Turn> places = new ArrayList<>();

    /**
     * A study's place in the queue for the ledger, with the reservation of its charge until it is closed. The study
     * takes the turn when it looks at the ledger, and gives it up while it asks or counts its rows and while it waits
     * for its coordinator. For one thread.
     */
    public static final class Turn implements AutoCloseable {
        private final Turns turns;
        private final String study;
        private final boolean spends;
        private final Consumer<String> waits;
        private boolean wanted;
        private boolean held;
        private Runnable takeBack = () -> {};

        private Turn(Turns turns, String study, boolean spends, Consumer<String> waits) {
            this.turns = turns;
            this.study = study;
            this.spends = spends;
            this.waits = waits;
        }

        /** Waits for the turn; at once for a study that has it or spends nothing. */
        public void take() throws InterruptedException {
            if (spends && !held) {
                turns.await(this);
            }
        }

        /** Keeps what was promised to the study until this is closed, also while its files are closed. */
        public void keeps(Runnable promised) {
            takeBack = promised;
        }

        /** Lets others pay; nothing if it was given up before. */
        public void giveUp() {
            if (held) {
                turns.free(this);
            }
        }

        @Override
        public void close() {
            takeBack.run();
            turns.leave(this);
        }
    }

    /**
     * Takes a place, behind all that have one.
     *
     * @param study its name
     * @param spends whether it spends a budget; the turn of one that does not comes at once
     * @param waits is told for whom the study waits and where its place is, when that takes long and when it changes
     */
    public synchronized Turn place(String study, boolean spends, Consumer<String> waits) {
        Turn turn = new Turn(this, study, spends, waits);
        places.add(turn);
        return turn;
    }

    private void await(Turn turn) throws InterruptedException {
        want(turn, true);
        try {
            List<Turn> told = List.of();
            for (List<Turn> before = before(turn, told); !before.isEmpty(); before = before(turn, told)) {
                turn.waits.accept(sentence(turn, before));
                told = before;
            }
        } catch (InterruptedException | RuntimeException e) {
            want(turn, false);
            throw e;
        }
    }

    private synchronized void want(Turn turn, boolean wants) {
        turn.wanted = wants;
        notifyAll();
    }

    /** Waits for the turn; returns who is before, the one that has it first, when they are others than was told. */
    private synchronized List<Turn> before(Turn turn, List<Turn> told) throws InterruptedException {
        while (!told.isEmpty() && before(turn).equals(told)) {
            wait();
        }
        long end = System.nanoTime() + SOON_NANOS;
        for (long left = SOON_NANOS; left > 0 && !before(turn).isEmpty(); left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        List<Turn> before = before(turn);
        turn.held = before.isEmpty();
        return before;
    }

    private List<Turn> before(Turn turn) {
        List<Turn> before = new ArrayList<>();
        places.stream().filter(other -> other.held).forEach(before::add);
        places.subList(0, places.indexOf(turn)).stream()
                .filter(other -> other.wanted && !other.held)
                .forEach(before::add);
        return before;
    }

    private static String sentence(Turn turn, List<Turn> before) {
        List<String> names = before.stream().map(other -> other.study).toList();
        return "study " + turn.study + " waits for study " + names.get(0)
                + ", which looks at the ledger of this site; its place among those that wait is " + names.size()
                + (names.size() == 1 ? "" : ", after " + String.join(", ", names.subList(1, names.size())));
    }

    private synchronized void free(Turn turn) {
        turn.held = false;
        turn.wanted = false;
        notifyAll();
    }

    private synchronized void leave(Turn turn) {
        places.remove(turn);
        turn.held = false;
        turn.wanted = false;
        notifyAll();
    }
}
