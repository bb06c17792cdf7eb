// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.concurrency;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import io.hedgerow.secureagg.internal.store.FileReleaseStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A site is started twice with one home, and both want to mask an input of their own for the same round. A slot is of
 * one thread; what makes it so is the lock of the home's memory of releases, which this tries with real files.
 */
@JCStressTest
@Outcome(
        id = {"1, 0, 1", "0, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one input leaves, and is remembered")
@Outcome(expect = Expect.FORBIDDEN, desc = "two inputs of one round, whose difference no mask hides")
@State
public class SlotInputOnce {
    private static final AtomicLong NUMBER = new AtomicLong();
    private static final Path FOLDER = Path.of(
            System.getProperty("java.io.tmpdir"),
            "hedgerow-jcstress-" + ProcessHandle.current().pid());
    private static final Octets MODEL = Transcript.of("model").hash();
    private static final InputTerms ROUND = new InputTerms(
            Purpose.CHANGE.code(), MODEL, Transcript.of("specification").hash(), 3);
    private static final Octets ONE = Transcript.of("one input").hash();
    private static final Octets OTHER = Transcript.of("other input").hash();

    private final Path home = FOLDER.resolve(Long.toString(NUMBER.getAndIncrement()));

    @Actor
    public void one(III_Result r) {
        r.r1 = mask(ONE);
    }

    @Actor
    public void other(III_Result r) {
        r.r2 = mask(OTHER);
    }

    private int mask(Octets input) {
        try (FileReleaseStore store = new FileReleaseStore(home.resolve("releases"))) {
            new ReleaseGuard(store).masked(ROUND, input);
            return 1;
        } catch (JournalException | ViolationException e) {
            return 0;
        }
    }

    @Arbiter
    public void afterwards(III_Result r) {
        try (FileReleaseStore store = new FileReleaseStore(home.resolve("releases"))) {
            r.r3 = store.load().size();
        }
        try (Stream<Path> files = Files.list(home)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(home);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
