// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Holds the keys of all sites and the coordinator in one process for simulation, with an unsigned roster and in-memory
 * stores. For simulation and experiments: the protocol is the real one, but anyone who has the process has all keys.
 */
public final class SimulatedConsortium {

    /** What a site signs from a session's start to the sum of its first slot, beside the ciphertexts, and more. */
    private static final int SIGNED_IN_SLOT = 8;

    private final AggregationPolicy policy;
    private final Roster roster;
    private final Ed25519Identity coordinator;
    private final Map<SiteId, Ed25519Identity> identities = new TreeMap<>();

    public SimulatedConsortium(Collection<SiteId> sites, AggregationPolicy policy) {
        this.policy = policy;
        policy.threshold(sites.size());
        SecureRandom random = new SecureRandom();
        coordinator = Ed25519Identity.generate(random);
        // a ciphertext for each other site is signed, and looked at by the coordinator and by its receiver
        int signatures = sites.size() + SIGNED_IN_SLOT;
        List<Roster.Member> members = new ArrayList<>();
        for (SiteId site : new TreeSet<>(sites)) {
            Ed25519Identity identity = Ed25519Identity.generate(random);
            identities.put(site, identity);
            members.add(new Roster.Member(site.value(), identity.publicKey().remembering(signatures)));
        }
        roster = new Roster(coordinator.publicKey(), members);
    }

    public SecureUpdateProtector protector(SiteId site, SummedStudy sums) {
        Ed25519Identity identity = identities.get(site);
        if (identity == null) {
            throw new IllegalArgumentException("site must be one of " + identities.keySet() + ", was " + site.value());
        }
        InMemoryStoresForSimulation memory = new InMemoryStoresForSimulation();
        return new SecureUpdateProtector(
                new SiteConfiguration(policy, roster, identity, new ReleaseGuard(memory)), sums);
    }

    public SecureAggregator aggregator(SummedStudy sums) {
        return new SecureAggregator(sums, policy, roster, coordinator, Clock.systemUTC());
    }

    /** A memory that ends with the process, for simulation: a site could forget a cohort and open another one. */
    static final class InMemoryStoresForSimulation implements ReleaseStore {

        private final List<ReleaseRecord> records = new ArrayList<>();

        public InMemoryStoresForSimulation() {}

        @Override
        public List<ReleaseRecord> load() {
            return List.copyOf(records);
        }

        @Override
        public void append(ReleaseRecord entry) {
            records.add(entry);
        }
    }
}
