// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnsTest {

    private final Turns turns = new Turns();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** A study in a thread of its own, which keeps its turn until it is let go on. */
    private final class Waiting {
        final BlockingQueue<String> said = new LinkedBlockingQueue<>();
        final CountDownLatch has = new CountDownLatch(1);
        private final CountDownLatch ends = new CountDownLatch(1);
        final Turns.Turn turn;
        private final Future<Boolean> study;

        Waiting(String name) {
            turn = turns.place(name, true, said::add);
            study = threads.submit(() -> {
                try (turn) {
                    turn.take();
                    has.countDown();
                    return ends.await(50, TimeUnit.SECONDS);
                }
            });
        }

        void awaitTurn() throws InterruptedException {
            assertTrue(has.await(20, TimeUnit.SECONDS), "does not get its turn");
        }

        String says() throws InterruptedException {
            return String.valueOf(said.poll(20, TimeUnit.SECONDS));
        }

        void end() throws Exception {
            ends.countDown();
            assertTrue(study.get(20, TimeUnit.SECONDS));
        }
    }

    private static String waits(String study, String holder, String place) {
        return "study " + study + " waits for study " + holder + ", which looks at the ledger of this site; its place"
                + " among those that wait is " + place;
    }

    @Test
    void turnThatIsGivenUp_letsAnotherStudyPay_andIsTakenAgainAfterIt() throws Exception {
        try (Turns.Turn first = turns.place("first", true, text -> {})) {
            first.take();
            Waiting second = new Waiting("second");
            assertEquals(waits("second", "first", "1"), second.says());
            assertEquals(1, second.has.getCount(), "two studies have the turn");
            first.giveUp();
            second.awaitTurn();
            second.end();
            first.take();
            first.take();
        }
        try (Turns.Turn last = turns.place("last", true, text -> {})) {
            last.take();
        }
    }

    @Test
    void studies_takeTheirTurnsInTheOrderInWhichTheyAsked_andSayWhomTheyWaitFor() throws Exception {
        Waiting first = new Waiting("first");
        first.awaitTurn();
        Waiting second = new Waiting("second");
        Waiting third = new Waiting("third");
        assertEquals(waits("second", "first", "1"), second.says());
        assertEquals(waits("third", "first", "2, after second"), third.says());
        first.end();
        second.awaitTurn();
        assertEquals(waits("third", "second", "1"), third.says());
        assertEquals(1, third.has.getCount(), "two studies have the turn");
        second.end();
        third.awaitTurn();
        third.end();
        assertTrue(first.said.isEmpty());
    }

    @Test
    void studyThatGaveItsTurnUp_keepsItsPlace() throws Exception {
        Turns.Turn first = turns.place("first", true, text -> {});
        first.take();
        first.giveUp();
        Waiting second = new Waiting("second");
        second.awaitTurn();
        Waiting third = new Waiting("third");
        assertEquals(waits("third", "second", "1"), third.says());
        Future<Boolean> again = threads.submit(() -> {
            first.take();
            return true;
        });
        assertEquals(waits("third", "second", "2, after first"), third.says());
        second.end();
        assertTrue(again.get(20, TimeUnit.SECONDS));
        assertEquals(1, third.has.getCount(), "it asked after the first");
        first.close();
        third.awaitTurn();
        third.end();
    }

    @Test
    void studyThatIsStoppedWhileItWaits_isWaitedForByNone() throws Exception {
        Waiting first = new Waiting("first");
        first.awaitTurn();
        Waiting second = new Waiting("second");
        second.says();
        Waiting third = new Waiting("third");
        third.says();
        second.study.cancel(true);
        assertEquals(waits("third", "first", "1"), third.says());
        first.end();
        third.awaitTurn();
        third.end();
        assertThrows(CancellationException.class, second::end);
    }

    @Test
    void studyThatSpendsNothing_waitsForNone() throws Exception {
        Waiting first = new Waiting("first");
        first.awaitTurn();
        try (Turns.Turn free = turns.place("free", false, text -> {})) {
            free.take();
        }
        first.end();
    }
}
