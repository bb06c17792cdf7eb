// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.secureagg.internal.store.FileClaimStore;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.SecurityLog;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of a home that all of its studies write to. Each has one writer; studies that run in one process at a time
 * share it: the first opens a file and the last closes it. Thread-safe.
 */
public final class HomeFiles {

    private final Shared<SecurityLog> security = new Shared<>(SecurityLog::close);
    private final Shared<EgressLog> egress = new Shared<>(EgressLog::close);
    private final Shared<AccountedLedger> ledger = new Shared<>(AccountedLedger::close);
    private final Shared<FileClaimStore> claims = new Shared<>(FileClaimStore::close);

    /** Studies that spend a budget look at the ledger and are charged one after the other, in their order. */
    private final Semaphore paying = new Semaphore(1, true);

    /** The turn of one study to be charged, which it gives up while it waits for its coordinator. For one thread. */
    public static final class Turn implements AutoCloseable {
        private final Optional<Semaphore> paying;
        private boolean held;

        private Turn(Optional<Semaphore> paying) throws InterruptedException {
            this.paying = paying;
            retake();
        }

        /** Has the turn again, after another study has paid if it was given up; at once if it was not. */
        public void retake() throws InterruptedException {
            if (paying.isPresent() && !held) {
                paying.get().acquire();
                held = true;
            }
        }

        /** Lets others pay; nothing if it was given up before. */
        public void giveUp() {
            if (held) {
                held = false;
                paying.ifPresent(Semaphore::release);
            }
        }

        @Override
        public void close() {
            giveUp();
        }
    }

    /** Waits until no other study is about to be charged; at once for one that spends nothing. */
    public Turn turnToPay(boolean spends) throws InterruptedException {
        return new Turn(spends ? Optional.of(paying) : Optional.empty());
    }

    /** An open file as one study holds it; what is closed first is this hold. */
    public record Held<T>(T file, Runnable release) implements AutoCloseable {
        @Override
        public void close() {
            release.run();
        }
    }

    private static final class Shared<T> {
        private final Consumer<T> closing;
        private @Nullable T open;
        private @Nullable Object terms;
        private int holders;

        Shared(Consumer<T> closing) {
            this.closing = closing;
        }

        /** One with other terms is opened beside it, which its writer's lock refuses in words of its own. */
        synchronized Held<T> hold(Object asked, Supplier<T> opening) {
            T file = open;
            if (file == null) {
                file = opening.get();
                open = file;
                terms = asked;
            } else if (!asked.equals(terms)) {
                T another = opening.get();
                return new Held<>(another, () -> closing.accept(another));
            }
            holders++;
            return new Held<>(file, this::release);
        }

        private synchronized void release() {
            holders--;
            T file = open;
            if (holders == 0 && file != null) {
                open = null;
                closing.accept(file);
            }
        }
    }

    public Held<SecurityLog> security(Supplier<SecurityLog> opening) {
        return security.hold("", opening);
    }

    public Held<EgressLog> egress(Supplier<EgressLog> opening) {
        return egress.hold("", opening);
    }

    /** Holds the ledger; {@code terms} are equal when it may be opened once for both. */
    public Held<AccountedLedger> ledger(Object terms, Supplier<AccountedLedger> opening) {
        return ledger.hold(terms, opening);
    }

    public Held<FileClaimStore> claims(Supplier<FileClaimStore> opening) {
        return claims.hold("", opening);
    }
}
