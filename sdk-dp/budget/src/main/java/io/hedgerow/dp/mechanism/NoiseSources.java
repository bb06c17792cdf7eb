// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import io.hedgerow.core.internal.text.Words;
import java.util.Iterator;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds a noise source by the name in a study's terms only: an unknown name is refused, never replaced by another
 * source. What is returned has drawn one number of each law, so that a library of another release is refused here,
 * before anything is charged, and not in the middle of a paid round.
 *
 * <p>{@value DiscreteNoise#ID} is built in; others come from providers on the class path. No state; thread-safe.
 */
final class NoiseSources {

    /** The scale at which a source is tried: the least with which mechanisms draw. */
    private static final double TRIED = 0x1p20;

    private static final int MOST_BROKEN = 100;

    private NoiseSources() {}

    /** Provides the built-in noise source. */
    private record BuiltIn() implements NoiseSourceProvider {
        @Override
        public String id() {
            return DiscreteNoise.ID;
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public NoiseSource open() {
            return DiscreteNoise.secure();
        }
    }

    static NoiseSource.Law lawOf(String id) {
        NoiseSourceProvider provider = provider(id);
        try {
            return provider.law();
        } catch (LinkageError e) {
            throw unusable(id, e);
        }
    }

    /** Opens the source of that name. */
    static NoiseSource byId(String id) {
        NoiseSourceProvider provider = provider(id);
        try {
            NoiseSource.Law law = provider.law();
            NoiseSource opened = provider.open();
            if (!opened.id().equals(id)) {
                throw new IllegalStateException("the provider of " + id + " opened a source named " + opened.id());
            }
            if (!opened.law().equals(law)) {
                throw new IllegalStateException("the provider of " + id + " states another law than its source");
            }
            opened.refresh();
            opened.gaussian(TRIED);
            opened.laplace(TRIED);
            return opened;
        } catch (LinkageError | RuntimeException e) {
            throw unusable(id, e);
        }
    }

    private static IllegalArgumentException unusable(String id, Throwable cause) {
        return new IllegalArgumentException(
                "noise source " + id + " must be able to draw here, and is not: "
                        + (cause instanceof LinkageError
                                ? "its library is missing or of another release than it was built for ("
                                        + cause.getClass().getSimpleName() + ": " + Words.reason(cause) + "), put the"
                                        + " right one on the class path"
                                : Words.reason(cause))
                        + ". Nothing was charged",
                cause);
    }

    private static NoiseSourceProvider provider(String id) {
        TreeMap<String, NoiseSourceProvider> known = new TreeMap<>();
        known.put(DiscreteNoise.ID, new BuiltIn());
        Iterator<NoiseSourceProvider> offered =
                ServiceLoader.load(NoiseSourceProvider.class).iterator();
        Throwable broken = null;
        for (int failures = 0; failures < MOST_BROKEN; ) {
            NoiseSourceProvider provider;
            String name;
            try {
                if (!offered.hasNext()) {
                    break;
                }
                provider = offered.next();
                name = Objects.requireNonNull(provider.id(), "id");
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                broken = e; // some provider, which may not be the one that is asked for
                failures++;
                continue;
            }
            NoiseSourceProvider before = known.putIfAbsent(name, provider);
            if (before != null && name.equals(id)) {
                throw new IllegalArgumentException(
                        "noise source " + id + " must be offered once, is offered more than once: leave one of the jars"
                                + " that offer it on the class path");
            }
        }
        NoiseSourceProvider found = known.get(id);
        if (found == null) {
            throw new IllegalArgumentException(
                    "noise source must be one of " + known.keySet() + ", was " + id + because(broken), broken);
        }
        return found;
    }

    private static String because(@Nullable Throwable broken) {
        return broken == null
                ? ": put the jar that offers it on the class path"
                : "; a jar offers a source that cannot be loaded: " + Words.reason(broken);
    }
}
