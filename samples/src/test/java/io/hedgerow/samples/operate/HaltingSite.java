package io.hedgerow.samples.operate;

import io.hedgerow.core.data.CsvRowSource;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.round.SiteId;
import io.hedgerow.transport.egress.LoggedSiteChannel;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.study.SiteRules;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A site that ends at a point as if it were killed. {@code task:N}: the task of round N has come, and nothing was done about it.
 * {@code rows}: the budget is reserved and the records are being read. {@code egress:N}: the message with this number, from 0, is
 * ready and stored, and about to be logged and sent. The command line follows.
 */
final class HaltingSite {

    private HaltingSite() {}

    public static void main(String[] arguments) throws Exception {
        String point = arguments[0];
        List<String> words = Arrays.asList(arguments);
        SignedPlan signed = SignedPlan.read(
                Path.of(after(words, "--study")),
                words.contains("--roster") ? Optional.of(Path.of(after(words, "--roster"))) : Optional.empty());
        SiteMember member = new SiteMember(
                new SiteId(after(words, "--site")),
                new IdentityDirectory(Path.of(after(words, "--identity"))),
                SiteRules.read(Path.of(after(words, "--rules"))),
                Optional.of(Path.of(after(words, "--policy"))),
                new Rows(CsvRowSource.of(Path.of(after(words, "--data"))), point.equals("rows")),
                new SiteHome(Path.of(after(words, "--home"))));
        String address = after(words, "--coordinator");
        int colon = address.lastIndexOf(':');
        new SiteRun(member, signed, new Clock(point))
                .run(
                        address.substring(0, colon),
                        Integer.parseInt(address.substring(colon + 1)),
                        round -> {
                            if (point.equals("task:" + round)) {
                                Runtime.getRuntime().halt(Child.HALTED);
                            }
                        },
                        System.err::println);
        System.err.println("never came to " + point);
    }

    static String after(List<String> words, String option) {
        return words.get(words.indexOf(option) + 1);
    }

    /** Every message is stamped by the egress log, before it is written there. */
    private static final class Clock implements InstantSource {
        private final String point;
        private int stamped;

        Clock(String point) {
            this.point = point;
        }

        @Override
        public Instant instant() {
            boolean egress = StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().equals(LoggedSiteChannel.class.getName())));
            if (egress) {
                if (point.equals("egress:" + stamped)) {
                    Runtime.getRuntime().halt(Child.HALTED);
                }
                stamped++;
            }
            return Instant.now();
        }
    }

    private record Rows(RowSource rows, boolean halt) implements RowSource {
        @Override
        public VariableSchema schema() {
            return rows.schema();
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            if (halt) {
                Runtime.getRuntime().halt(Child.HALTED);
            }
            rows.forEachRow(consumer);
        }
    }
}
