package io.hedgerow.secureagg.coordinator;

import io.hedgerow.secureagg.message.Receipt;
import java.util.List;

/** What a slot gave: the sum of the lanes of some sites, and the receipt that says so to all. Immutable and thread-safe. */
public final class SlotSum {

    private final long[] lanes;
    private final Receipt receipt;

    SlotSum(long[] lanes, Receipt receipt) {
        this.lanes = lanes;
        this.receipt = receipt;
    }

    /**
     * The sum modulo 2^64, lane by lane; the last lane counts the sites.
     *
     * @return a copy
     */
    public long[] lanes() {
        return lanes.clone();
    }

    /**
     * Whose inputs are in it.
     *
     * @return U3 in ascending order
     */
    public List<Integer> included() {
        return receipt.included();
    }

    /**
     * For all sites of the session, also those that were not in the slot.
     *
     * @return the receipt
     */
    public Receipt receipt() {
        return receipt;
    }

    @Override
    public String toString() {
        return "SlotSum[slot=" + receipt.slot() + ", sites="
                + receipt.included().size() + "]";
    }
}
