// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.egress.LoggedSiteChannel;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.node.internal.Witness;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A site that ends at a point as if it were killed. {@code task:N}: the task of round N has come, and nothing was done
 * about it. {@code rows}: the budget is reserved and the records are being read. {@code update:N}: update number N of
 * this process, from 0, is stored, and about to be logged and sent. {@code unmasking:N}: the same with the second
 * answer behind update N, which helps to unmask the sum. The command line follows.
 */
final class HaltingSite {

    private HaltingSite() {}

    public static void main(String[] arguments) throws Exception {
        String point = arguments[0];
        List<String> words = Arrays.asList(arguments);
        SignedPlan signed = SignedPlan.read(
                Path.of(after(words, "--study")),
                words.contains("--roster") ? Optional.of(Path.of(after(words, "--roster"))) : Optional.empty());
        Site site = new Site(
                new SiteId(after(words, "--site")),
                new IdentityDirectory(Path.of(after(words, "--identity"))),
                Path.of(after(words, "--rules")),
                Optional.of(Path.of(after(words, "--policy"))),
                new SiteHome(Path.of(after(words, "--home"))),
                new Clock(point));
        RowSource rows = new Rows(CsvRowSource.of(Path.of(after(words, "--data"))), point.equals("rows"));
        site.join(signed, rows, after(words, "--coordinator")).run(event -> {
            if (point.equals("task:" + event.round())) {
                Runtime.getRuntime().halt(Child.HALTED);
            }
            if (event.kind() == SiteEvent.Kind.NOTE) {
                System.err.println(event.text());
            }
        });
        System.err.println("never came to " + point);
    }

    static String after(List<String> words, String option) {
        return words.get(words.indexOf(option) + 1);
    }

    /** Every message is stamped by the egress log, before it is written there. */
    private static final class Clock implements InstantSource {
        private static final String LOGGED = LoggedSiteChannel.class.getName();
        private static final String NOTICE = Witness.class.getName();
        private final String point;
        private int updates;
        private int answers;

        Clock(String point) {
            this.point = point;
        }

        @Override
        public Instant instant() {
            StackWalker.getInstance(
                            StackWalker.Option.RETAIN_CLASS_REFERENCE) // or it tells no descriptor, from Java 22 on
                    .walk(frames -> frames.takeWhile(
                                    frame -> !frame.getClassName().equals(NOTICE)) // of a message, which comes first
                            .filter(frame -> frame.getClassName().equals(LOGGED)
                                    && frame.getMethodName().equals("send"))
                            .findFirst())
                    .ifPresent(frame -> leaving(frame.getDescriptor().contains("ProtectedUpdate")));
            return Instant.now();
        }

        private void leaving(boolean update) {
            if (update
                    ? point.equals("update:" + updates)
                    : answers == 1 && point.equals("unmasking:" + (updates - 1))) {
                Runtime.getRuntime().halt(Child.HALTED);
            }
            updates += update ? 1 : 0;
            answers = update ? 0 : answers + 1;
        }
    }

    /** Halts when the rows of a round are read: the first reading counts them, before anything is charged. */
    private static final class Rows implements RowSource {
        private final RowSource rows;
        private final boolean halt;
        private int readings;

        Rows(RowSource rows, boolean halt) {
            this.rows = rows;
            this.halt = halt;
        }

        @Override
        public VariableSchema schema() {
            return rows.schema();
        }

        private void haltInRound() {
            readings++;
            if (halt && readings == 2) {
                Runtime.getRuntime().halt(Child.HALTED);
            }
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            haltInRound();
            rows.forEachRow(consumer);
        }

        @Override
        public boolean knowsUsers() {
            return rows.knowsUsers();
        }

        @Override
        public void forEachUserRow(UserRowConsumer consumer) {
            haltInRound();
            rows.forEachUserRow(consumer);
        }
    }
}
