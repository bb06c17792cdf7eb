package io.hedgerow.samples.operate;

import io.hedgerow.core.round.RoundObserver;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.identity.IdentityDirectory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A coordinator that ends at a point as if it were killed: {@code connected}, when a site has connected; {@code round:N}, between the
 * sum of round N and what follows from it. The command line follows.
 */
final class HaltingCoordinator {

    private HaltingCoordinator() {}

    public static void main(String[] arguments) throws Exception {
        String point = arguments[0];
        List<String> words = Arrays.asList(arguments);
        SignedPlan signed = SignedPlan.read(
                Path.of(HaltingSite.after(words, "--study")),
                words.contains("--roster")
                        ? Optional.of(Path.of(HaltingSite.after(words, "--roster")))
                        : Optional.empty());
        CoordinatorRun run = new CoordinatorRun(
                signed,
                new IdentityDirectory(Path.of(HaltingSite.after(words, "--identity"))),
                Path.of(HaltingSite.after(words, "--data")),
                InstantSource.system());
        run.run(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), new CoordinatorRun.Watch() {
            @Override
            public void listening(int port, Supplier<List<SiteLink>> links) {
                System.err.println("listening on port " + port);
            }

            @Override
            public void changed(SiteLink link) {
                if (point.equals("connected")) {
                    Runtime.getRuntime().halt(Child.HALTED);
                }
            }

            @Override
            public RoundObserver rounds() {
                return (report, consensus) -> {
                    if (point.equals("round:" + report.round())) {
                        Runtime.getRuntime().halt(Child.HALTED);
                    }
                };
            }
        });
        System.err.println("never came to " + point);
    }
}
