package io.hedgerow.secureagg.codec;

/**
 * What the coordinator's running total has of a site, so that the site sends changes only: a total of changes is at all times the sum of
 * the last included vector of every site, never a sum without one. Integers, so nothing drifts; modulo 2^64, so a change needs no more
 * bits than a value. Not thread-safe.
 */
public final class AcknowledgedVector {

    private final long[] acknowledged;
    private final long[] pending;

    /**
     * Nothing is in the total yet: it has zeros of this site.
     *
     * @param lanes length of the vector, with the lane that counts
     */
    public AcknowledgedVector(int lanes) {
        acknowledged = new long[lanes];
        pending = new long[lanes];
    }

    /**
     * The change to a new vector. It becomes what the total has by {@link #acknowledge} only.
     *
     * @param next the new vector
     * @return its difference from the last one acknowledged; the last lane counts the site
     */
    public LaneSource changeTo(LaneSource next) {
        if (next.lanes() != acknowledged.length) {
            throw new IllegalArgumentException("next must have " + acknowledged.length + " lanes, had " + next.lanes());
        }
        return new LaneSource() {
            @Override
            public int lanes() {
                return acknowledged.length;
            }

            @Override
            public void read(int from, long[] tile, int count) {
                next.read(from, tile, count);
                System.arraycopy(tile, 0, pending, from, count);
                for (int i = 0; i < count; i++) {
                    tile[i] -= acknowledged[from + i];
                }
                if (from + count == acknowledged.length) {
                    tile[count - 1] = 1;
                }
            }
        };
    }

    /** The last change is in the total, as a receipt says. */
    public void acknowledge() {
        System.arraycopy(pending, 0, acknowledged, 0, pending.length);
    }

    /**
     * What the total has of this site.
     *
     * @return a copy of the lanes
     */
    public long[] toLanes() {
        return acknowledged.clone();
    }

    @Override
    public String toString() {
        return "AcknowledgedVector[lanes=" + acknowledged.length + "]";
    }
}
