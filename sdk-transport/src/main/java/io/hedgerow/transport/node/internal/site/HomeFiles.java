// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.SpendingPlan;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.secureagg.internal.store.FileClaimStore;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.SecurityLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The files in a site's home directory that all its studies share, such as the ledger and the logs. Each has one
 * writer; studies that run in one process at a time share it: the first opens a file and the last closes it.
 * Thread-safe.
 */
public final class HomeFiles {

    private final Shared<WriterLock> running = new Shared<>(HomeFiles::unlock);
    private final Shared<SecurityLog> security = new Shared<>(SecurityLog::close);
    private final Shared<EgressLog> egress = new Shared<>(EgressLog::close);
    private final Shared<AccountedLedger> ledger = new Shared<>(AccountedLedger::close);
    private final Shared<FileClaimStore> claims = new Shared<>(FileClaimStore::close);

    /** What studies that have joined will be charged with their first computation. */
    private final Map<String, Charge> promised = new ConcurrentHashMap<>();

    private final Turns turns = new Turns();

    /** The order in which the studies of this home look at the ledger. */
    public Turns turns() {
        return turns;
    }

    /** One study's reference to a shared open file; closing it releases the reference. */
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

    /** Locks a home for this process, whose number is in the file for one that comes later. */
    private Held<WriterLock> running(Path home) {
        return running.hold("", () -> {
            Path file = home.resolve("running.lock");
            try {
                WriterLock lock = WriterLock.acquire(file);
                lock.setMark(String.format(
                        Locale.ROOT, "%-20d", ProcessHandle.current().pid()));
                return lock;
            } catch (IOException e) {
                throw new UncheckedIOException(new IOException(
                        Words.reason(e).contains("in use")
                                ? "this site already runs here (process " + number(file) + "), with " + home
                                        + " as its home: stop that process, or let `agent` take part in several studies"
                                : file + " cannot be locked: " + FileReason.of(e),
                        e));
            }
        });
    }

    private static String number(Path file) {
        try {
            String mark = Files.readString(file).strip();
            return mark.isEmpty() ? "unknown" : mark;
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static void unlock(WriterLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            // the process ends, or another study locks it anew and says what is wrong
        }
    }

    /**
     * Holds the security log, and with it the home, for this process.
     *
     * @throws UncheckedIOException when another process has the home, with its number, or it cannot be locked
     */
    public Held<SecurityLog> security(Path home, Supplier<SecurityLog> opening) {
        Held<WriterLock> here = running(home);
        try {
            Held<SecurityLog> log = security.hold("", opening);
            return new Held<>(log.file(), () -> {
                log.close();
                here.close();
            });
        } catch (RuntimeException e) {
            here.close();
            throw e;
        }
    }

    public Held<EgressLog> egress(Supplier<EgressLog> opening) {
        return egress.hold("", opening);
    }

    /** Holds the ledger; {@code terms} are equal when it may be opened once for both. */
    public Held<AccountedLedger> ledger(Object terms, Supplier<AccountedLedger> opening) {
        return ledger.hold(terms, opening);
    }

    /**
     * Promises a plan the budget that it will be charged, so that no other study of this process counts on it.
     *
     * @return run to take the promise back; the ledger knows what was charged meanwhile
     * @throws BudgetExhaustedException when what is left does not cover it beside other promises
     */
    public synchronized Runnable promise(AccountedLedger from, SpendingPlan plan) {
        Charge own = from.quote(plan);
        if (from.isDeclared(plan.study())) {
            return () -> {};
        }
        promised.keySet().removeIf(from::isDeclared);
        promised.remove(plan.study());
        SpentReport spent = from.spent();
        double epsilon = own.amount() + sum(Charge::amount);
        double delta = own.delta() + sum(Charge::delta);
        if (!promised.isEmpty() && (epsilon > spent.leftEpsilon() || delta > spent.leftDelta())) {
            throw new BudgetExhaustedException(
                    "study " + plan.study() + " and what this site has joined and not paid yet, "
                            + String.join(", ", promised.keySet()) + ", cost epsilon " + epsilon + ", delta " + delta
                            + " together, and epsilon " + spent.leftEpsilon() + ", delta " + spent.leftDelta()
                            + " are left: join it when they have ended, if they cost less then",
                    plan.whole());
        }
        promised.put(plan.study(), own);
        return () -> promised.remove(plan.study(), own);
    }

    private double sum(ToDoubleFunction<Charge> part) {
        return promised.values().stream().mapToDouble(part).sum();
    }

    public Held<FileClaimStore> claims(Supplier<FileClaimStore> opening) {
        return claims.hold("", opening);
    }
}
