// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.SignedPlan;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A coordinator that ends at a point as if it were killed: {@code connected}, when a site has connected;
 * {@code update:N}, when the first update of round N has come; {@code round:N}, between the sum of round N and what
 * follows from it; {@code opening:N}, when the last share that opens the sum of round N has come; {@code message:N},
 * before message number N of this process, from 0, is sent or dealt with. The command line follows.
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
        CoordinatorNode run = new CoordinatorNode(
                new IdentityDirectory(Path.of(HaltingSite.after(words, "--identity"))),
                Path.of(HaltingSite.after(words, "--data")),
                InstantSource.system());
        run.listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        AtomicInteger messages = new AtomicInteger();
        AtomicInteger answers = new AtomicInteger();
        run.run(signed, new CoordinatorNode.Watch() {
            @Override
            public void listening(int port, Supplier<List<SiteLink>> links) {
                System.err.println("listening on port " + port);
            }

            @Override
            public void changed(SiteLink link) {
                haltAt("connected");
            }

            @Override
            public CoordinatorChannel around(CoordinatorChannel channel) {
                return new Watched(
                        channel,
                        update -> {
                            answers.set(0);
                            haltAt("update:" + update.round());
                        },
                        () -> haltAt("message:" + messages.getAndIncrement()),
                        answer -> {
                            // who is in the sum, and then the shares
                            if (answers.incrementAndGet() == 2 * channel.sites().size()) {
                                haltAt("opening:" + answer.round());
                            }
                        });
            }

            private void haltAt(String here) {
                if (point.equals(here)) {
                    Runtime.getRuntime().halt(Child.HALTED);
                }
            }

            @Override
            public RoundObserver rounds() {
                return (report, consensus) -> haltAt("round:" + report.round());
            }
        });
        System.err.println("never came to " + point);
    }

    private record Watched(
            CoordinatorChannel channel,
            Consumer<ProtectedUpdate> updates,
            Runnable messages,
            Consumer<SiteReply.Answer> answers)
            implements CoordinatorChannel {
        @Override
        public Set<SiteId> sites() {
            return channel.sites();
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            messages.run();
            channel.broadcast(message);
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            messages.run();
            channel.send(site, question);
        }

        @Override
        public void recall(List<Task> earlier) {
            channel.recall(earlier);
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
            Optional<SiteReply> reply = channel.awaitReply(timeout);
            reply.ifPresent(any -> messages.run());
            if (reply.isPresent() && reply.get() instanceof ProtectedUpdate update) {
                updates.accept(update);
            }
            if (reply.isPresent() && reply.get() instanceof SiteReply.Answer answer) {
                answers.accept(answer);
            }
            return reply;
        }
    }
}
