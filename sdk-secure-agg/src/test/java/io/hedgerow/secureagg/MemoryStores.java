package io.hedgerow.secureagg;

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

/** What a site's disk has. Can be copied, as a machine's snapshot is, and can fail. */
public final class MemoryStores implements SlotStore, ReleaseStore {

    private final Map<Octets, byte[]> states = new HashMap<>();
    private final List<ReleaseRecord> records = new ArrayList<>();
    private final PromiseStores promises = new PromiseStores();
    private boolean failing;

    public PromiseStores promises() {
        return promises;
    }

    public MemoryStores snapshot() {
        MemoryStores copy = new MemoryStores();
        states.forEach((sid, state) -> copy.states.put(sid, state.clone()));
        copy.records.addAll(records);
        return copy;
    }

    public void fail(boolean now) {
        failing = now;
    }

    private void requireDisk() {
        if (failing) {
            throw new IllegalStateException("the disk is full");
        }
    }

    @Override
    public Optional<RatchetState> load(Octets sid) {
        return Optional.ofNullable(states.get(sid)).map(RatchetState::ofBytes);
    }

    @Override
    public void save(Octets sid, RatchetState state) {
        requireDisk();
        states.put(sid, state.toBytes());
    }

    @Override
    public List<ReleaseRecord> load() {
        return List.copyOf(records);
    }

    @Override
    public void append(ReleaseRecord entry) {
        requireDisk();
        records.add(entry);
    }
}
