package io.hedgerow.secureagg.federation;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.RatchetState;
import io.hedgerow.secureagg.key.SlotStore;
import io.hedgerow.secureagg.policy.ReleaseRecord;
import io.hedgerow.secureagg.policy.ReleaseStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A memory that ends with the process, for simulation only: a site that forgot what it released could release it again. */
public final class InMemoryStoresForSimulation implements SlotStore, ReleaseStore {

    private final Map<Octets, byte[]> states = new HashMap<>();
    private final List<ReleaseRecord> records = new ArrayList<>();

    /** Empty. */
    public InMemoryStoresForSimulation() {}

    @Override
    public Optional<RatchetState> load(Octets sid) {
        return Optional.ofNullable(states.get(sid)).map(RatchetState::ofBytes);
    }

    @Override
    public void save(Octets sid, RatchetState state) {
        states.put(sid, state.toBytes());
    }

    @Override
    public List<ReleaseRecord> load() {
        return List.copyOf(records);
    }

    @Override
    public void append(ReleaseRecord entry) {
        records.add(entry);
    }
}
