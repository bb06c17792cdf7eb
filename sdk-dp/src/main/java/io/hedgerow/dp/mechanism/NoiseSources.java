// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.mechanism;

import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Finds a noise source by the name that a study states, and by nothing else: an unknown name is refused, never replaced
 * by another source.
 *
 * <p>{@value DiscreteNoise#ID} is built in; others come from providers on the class path. No state; thread-safe.
 */
final class NoiseSources {

    private NoiseSources() {}

    /** Opens the source of that name. */
    static NoiseSource byId(String id) {
        TreeMap<String, Supplier<NoiseSource>> known = new TreeMap<>();
        known.put(DiscreteNoise.ID, DiscreteNoise::secure);
        for (NoiseSourceProvider provider : ServiceLoader.load(NoiseSourceProvider.class)) {
            if (known.put(provider.id(), provider::open) != null) {
                throw new IllegalArgumentException(
                        "noise source ids must be unique, " + provider.id() + " is offered more than once");
            }
        }
        Supplier<NoiseSource> source = known.get(id);
        if (source == null) {
            throw new IllegalArgumentException("noise source must be one of " + known.keySet() + ", was " + id);
        }
        NoiseSource opened = source.get();
        if (!opened.id().equals(id)) {
            throw new IllegalStateException("the provider of " + id + " opened a source named " + opened.id());
        }
        return opened;
    }
}
