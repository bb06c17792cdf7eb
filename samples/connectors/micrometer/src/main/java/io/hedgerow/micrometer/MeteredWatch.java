// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.micrometer;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.method.Method;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.CoordinatorNode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Publishes metrics of a study to a Micrometer registry, and passes all events to another watch. Names and units are
 * those of docs/observability.md; every meter has the tag {@code study}. The registry keeps the meters, with their last
 * values, until they are removed from it; another watch of the same study takes its gauges over. Thread-safe.
 *
 * <p>Rounds of a journal are counted when a coordinator reads them after a restart, and counted again when a study runs
 * again in one process, as for a site that missed its end. An exception from the registry during a study is dropped, so
 * that it stops none.
 *
 * <p>Privacy: names, counts, times and the coordinator's sums; nothing that a site did not send.
 */
public final class MeteredWatch implements CoordinatorNode.Watch {

    private final CoordinatorNode.Watch watch;
    private final MeterRegistry registry;
    private final Tags tags;
    private final Counter rounds;
    private final Counter received;
    private final Counter sent;
    private final Timer duration;
    private volatile @Nullable RoundReport last;
    private volatile @Nullable Supplier<List<SiteLink>> links;
    /** In nanoseconds of the registry's clock. */
    private volatile long roundBegan;

    /**
     * Registers the meters of a study.
     *
     * @param registry of the program
     * @param study its name, the value of the tag
     * @param watch is told what this is told
     */
    public MeteredWatch(MeterRegistry registry, String study, CoordinatorNode.Watch watch) {
        this.watch = watch;
        this.registry = registry;
        this.tags = Tags.of("study", study);
        this.rounds = counter("hedgerow.rounds", null);
        this.received = counter("hedgerow.payload.received", "bytes");
        this.sent = counter("hedgerow.payload.sent", "bytes");
        this.duration = registry.timer("hedgerow.round.duration", tags);
        this.roundBegan = registry.config().clock().monotonicTime();
        gauge("hedgerow.acyclicity", round -> round.consensus().acyclicity());
        gauge("hedgerow.consensus.distance", round -> round.consensus().distance());
        gauge("hedgerow.consensus.support", round -> round.consensus().support());
        gauge("hedgerow.round.sites", RoundReport::sites);
        gaugeOf("hedgerow.sites.online", MeteredWatch::online);
    }

    private Counter counter(String name, @Nullable String unit) {
        return Counter.builder(name).tags(tags).baseUnit(unit).register(registry);
    }

    private void gauge(String name, ToDoubleFunction<RoundReport> value) {
        gaugeOf(name, own -> {
            RoundReport report = own.last;
            return report == null ? Double.NaN : value.applyAsDouble(report);
        });
    }

    private void gaugeOf(String name, ToDoubleFunction<MeteredWatch> value) {
        Gauge before = registry.find(name).tags(tags).gauge();
        if (before != null) {
            registry.remove(before);
        }
        // held strongly: nothing else may hold this between two rounds
        Gauge.builder(name, this, value).tags(tags).strongReference(true).register(registry);
    }

    private double online() {
        Supplier<List<SiteLink>> now = links;
        return now == null
                ? Double.NaN
                : (double) now.get().stream().filter(SiteLink::online).count();
    }

    private void measure(RoundReport report) {
        long now = registry.config().clock().monotonicTime();
        long began = roundBegan;
        roundBegan = now;
        last = report;
        try {
            rounds.increment();
            received.increment((double) report.bytes().up());
            sent.increment((double) report.bytes().down());
            duration.record(Duration.ofNanos(now - began));
        } catch (RuntimeException e) {
            // a broken back end stops no study
        }
    }

    @Override
    public void listening(int port, Supplier<List<SiteLink>> now) {
        links = now;
        roundBegan = registry.config().clock().monotonicTime();
        watch.listening(port, now);
    }

    @Override
    public RoundObserver rounds() {
        RoundObserver other = watch.rounds();
        return (report, consensus) -> {
            measure(report);
            other.roundEnded(report, consensus);
        };
    }

    @Override
    public void awaitingSites(Instant until) {
        watch.awaitingSites(until);
    }

    @Override
    public void changed(SiteLink link) {
        watch.changed(link);
    }

    @Override
    public void hindered(Hindrance why) {
        watch.hindered(why);
    }

    @Override
    public void expires(String text) {
        watch.expires(text);
    }

    @Override
    public void credentials(Map<String, Instant> ends, List<String> near) {
        watch.credentials(ends, near);
    }

    @Override
    public void awaited(List<Hindrance> sites) {
        watch.awaited(sites);
    }

    @Override
    public CoordinatorChannel around(CoordinatorChannel channel) {
        return watch.around(channel);
    }

    @Override
    public void waiting(UnwritableFileException failure) {
        watch.waiting(failure);
    }

    @Override
    public void ended(Method.Ended ended) {
        watch.ended(ended);
    }
}
