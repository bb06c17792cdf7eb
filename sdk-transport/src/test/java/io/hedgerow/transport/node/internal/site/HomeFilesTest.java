// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Studies of one site pay one after the other. */
class HomeFilesTest {

    private final HomeFiles files = new HomeFiles();

    @Test
    void turnThatIsGivenUp_letsAnotherStudyPay_andIsTakenAgainAfterIt() throws Exception {
        CountDownLatch paying = new CountDownLatch(1);
        CountDownLatch paid = new CountDownLatch(1);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (HomeFiles.Turn turn = files.turnToPay(true)) {
            Future<Boolean> second = other.submit(() -> {
                try (HomeFiles.Turn own = files.turnToPay(true)) {
                    paying.countDown();
                    own.retake();
                    return paid.await(20, TimeUnit.SECONDS);
                }
            });
            assertFalse(paying.await(200, TimeUnit.MILLISECONDS), "two studies have the turn");
            turn.giveUp();
            assertTrue(paying.await(20, TimeUnit.SECONDS), "a turn that was given up is kept");
            paid.countDown();
            turn.retake();
            turn.retake();
            assertEquals(true, second.get(20, TimeUnit.SECONDS));
        } finally {
            other.shutdownNow();
        }
        try (HomeFiles.Turn last = files.turnToPay(true)) {
            last.retake();
        }
    }
}
