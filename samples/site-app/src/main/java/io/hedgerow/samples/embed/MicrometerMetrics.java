// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.embed;

import io.hedgerow.transport.internal.status.StudyMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of a study in a Micrometer registry, and by its registries in Prometheus, OTLP and others. Copy it into
 * a program that has Micrometer. Names, tags and units are those of docs/observability.md. Thread-safe.
 */
public final class MicrometerMetrics implements StudyMetrics {

    private final MeterRegistry registry;
    /** A registry holds the numbers of its gauges weakly. */
    private final Map<Metric, AtomicReference<Double>> gauges = new ConcurrentHashMap<>();

    public MicrometerMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void add(Metric counter, long amount) {
        Counter.builder(counter.name())
                .tags(tags(counter))
                .baseUnit(unit(counter))
                .register(registry)
                .increment((double) amount);
    }

    @Override
    public void set(Metric gauge, double value) {
        gauges.computeIfAbsent(gauge, this::registered).set(value);
    }

    private AtomicReference<Double> registered(Metric gauge) {
        AtomicReference<Double> number = new AtomicReference<>(Double.NaN);
        Gauge.builder(gauge.name(), number, AtomicReference::get)
                .tags(tags(gauge))
                .baseUnit(unit(gauge))
                .register(registry);
        return number;
    }

    @Override
    public void took(Metric timer, Duration time) {
        registry.timer(timer.name(), tags(timer)).record(time);
    }

    private static Tags tags(Metric metric) {
        return Tags.of(metric.tags().entrySet().stream()
                .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                .toList());
    }

    private static @Nullable String unit(Metric metric) {
        return metric.unit().equals("1") ? null : metric.unit();
    }
}
