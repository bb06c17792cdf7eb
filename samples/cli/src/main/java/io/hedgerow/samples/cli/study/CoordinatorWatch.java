// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.cli.study.options.ServiceOptions;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.status.StatusBoard;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.server.StatusAccess;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.internal.status.server.StatusServer.StatusOperator;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.study.StudyPlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reports events at a coordinator to the terminal, and to a status page if there is one. */
final class CoordinatorWatch implements CoordinatorNode.Watch, AutoCloseable {

    /** The event of a certificate or a list that ends soon or has ended. */
    static final String ENDS = "credential-ends";

    /** The smallest weight of an edge on the page. */
    private static final double THRESHOLD = 0.3;

    private final CommandContext context;
    private final StudyPlan plan;
    /** Of each line for people; empty where there is one study. */
    private final String before;

    private final VariableSchema columns;
    private final StatusBoard board;
    private @Nullable StatusServer page;
    private Optional<StatusServer> probes = Optional.empty();
    private final Map<SiteId, Hindrance> hindered = new ConcurrentHashMap<>();
    private List<Hindrance> awaited = List.of();
    private long bytes;

    /** The users of the status page, and the actions that operators among them may take. */
    record Users(StatusAccess access, StatusOperator operator) {}

    CoordinatorWatch(
            CommandContext context,
            StudyPlan plan,
            Method method,
            OptionalInt port,
            Optional<Users> users,
            ServiceOptions service) {
        this(context, plan, method, "");
        this.page = port.isEmpty()
                ? null
                : users.isEmpty()
                        ? StatusServer.start(board, NetworkFiles.PICTURE, port.getAsInt())
                        : StatusServer.start(
                                board,
                                NetworkFiles.PICTURE,
                                port.getAsInt(),
                                users.get().access(),
                                users.get().operator());
        this.probes = service.probes(context, Optional.of(plan), () -> StatusServer.notReady(board.get()));
        if (page != null) {
            context.note(event("status-page", FederationRun.PAGE + page.url()));
        }
    }

    /** Watches one of several studies: every line names the study, and the process of all studies shows its pages. */
    static CoordinatorWatch ofOneOfSeveral(CommandContext context, StudyPlan plan, Method method) {
        return new CoordinatorWatch(context, plan, method, "study " + plan.name() + ": ");
    }

    private CoordinatorWatch(CommandContext context, StudyPlan plan, Method method, String before) {
        this.before = before;
        this.context = context;
        this.plan = plan;
        this.columns = method.study().schema();
        this.board = StatusBoard.of(plan, method.study(), THRESHOLD);
    }

    Supplier<StudyStatus> status() {
        return board;
    }

    @Override
    public void listening(int port, Supplier<List<SiteLink>> links) {
        board.follow(links);
        context.note(event("listening", "listening on port " + port));
    }

    @Override
    public void awaitingSites(Instant until) {
        board.awaitingSites(until);
        context.note(event(
                "awaiting-sites", "the first round begins when all sites are connected, at the latest at " + until));
    }

    @Override
    public void changed(SiteLink link) {
        board.changed(link);
        String site = link.site().value();
        if (link.hindrance().isPresent()) {
            hindered(link.hindrance().get());
            return;
        }
        hindered.remove(link.site());
        context.note(
                link.online()
                        ? event("site-connected", "site " + site + " is connected")
                                .ofSite(site)
                        : event("site-away", "site " + site + " is away").ofSite(site));
    }

    /** {@inheritDoc} Reported once, also when the site dials again and again. */
    @Override
    public void hindered(Hindrance why) {
        if (!why.equals(hindered.put(why.site(), why))) {
            context.warn(event("site-hindered", why.text()).ofSite(why.site().value()));
        }
    }

    @Override
    public void expires(String text) {
        context.warn(event(ENDS, text));
    }

    @Override
    public void credentials(Map<String, Instant> ends, List<String> near) {
        board.credentials(ends, near);
    }

    @Override
    public synchronized void awaited(List<Hindrance> sites) {
        sites.stream()
                .filter(one -> !awaited.contains(one))
                .forEach(one -> context.warn(
                        event("site-awaited", one.text()).ofSite(one.site().value())));
        awaited.stream()
                .map(Hindrance::site)
                .filter(site -> sites.stream().noneMatch(one -> one.site().equals(site)))
                .forEach(site -> {
                    hindered.remove(site);
                    context.warn(event("site-awaited-no-longer", "the study no longer waits for site " + site.value())
                            .ofSite(site.value()));
                });
        awaited = List.copyOf(sites);
    }

    @Override
    public RoundObserver rounds() {
        return (report, consensus) -> {
            bytes += report.bytes().total();
            board.roundEnded(report, consensus);
            context.step(event("round-ended", "a round has ended with " + report.sites() + " sites in its sum")
                    .ofRound(report.round()));
            context.progress().update(new Progress.Step("round", report.round() + 1L, plan.rounds(), bytes));
        };
    }

    @Override
    public CoordinatorChannel around(CoordinatorChannel channel) {
        return board.watch(channel);
    }

    @Override
    public void waiting(UnwritableFileException failure) {
        board.waiting();
        context.warn(event(
                "waiting-for-room",
                Words.reason(failure) + "; nothing is lost, and the study continues when there is room"));
    }

    @Override
    public void ended(Method.Ended ended) {
        LearnedNetwork.shown(columns, ended).ifPresent(board::show);
        board.show(ended.participation());
        board.ended(ended.state(), ended.reason());
        context.step(event("study-ended", ended.state() + ": " + ended.reason()));
    }

    private LogEvent event(String name, String text) {
        return LogEvent.of(name, before + text).ofStudy(plan.name());
    }

    /** Keeps the page open for some seconds; without a page it returns at once. */
    void linger(long seconds) throws InterruptedException {
        if (page != null && seconds > 0) {
            context.note(event(
                    "status-page-stays", FederationRun.STAYS + seconds + " s at " + page.url() + ", or until Ctrl-C"));
            TimeUnit.SECONDS.sleep(seconds);
        }
    }

    @Override
    public void close() {
        if (page != null) {
            page.close();
        }
        probes.ifPresent(StatusServer::close);
    }
}
