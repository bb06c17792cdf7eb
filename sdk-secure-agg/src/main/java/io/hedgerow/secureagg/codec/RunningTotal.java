package io.hedgerow.secureagg.codec;

/**
 * The coordinator's total of changes: at all times the sum over all sites of the last vector included of each. Not thread-safe.
 */
public final class RunningTotal {

    private final LaneLayout layout;
    private final int sites;
    private final long[] total;
    private boolean started;

    /**
     * An empty total.
     *
     * @param layout of every site's vector
     * @param sites that it is over
     */
    public RunningTotal(LaneLayout layout, int sites) {
        this.layout = layout;
        this.sites = sites;
        total = new long[layout.lanes()];
    }

    /**
     * Adds a sum of changes. The first one must be of all sites: a total without a site would differ from the next by that site's vector.
     *
     * @param changes lane by lane, the last of which counts the sites
     * @param contributors sites in it
     * @throws CorruptSumException when the sum cannot be one of so many changes; nothing is added
     */
    public void add(long[] changes, int contributors) {
        layout.checkCount(changes, contributors);
        if (!started && contributors != sites) {
            throw new IllegalArgumentException(
                    "the first sum must be of all " + sites + " sites, was of " + contributors);
        }
        long[] next = total.clone();
        for (int i = 0; i < next.length - 1; i++) {
            next[i] += changes[i];
        }
        layout.checkRange(next, sites);
        System.arraycopy(next, 0, total, 0, next.length);
        started = true;
    }

    /**
     * The total.
     *
     * @return the sum of the values over all sites
     */
    public double[] decode() {
        return layout.decode(total);
    }

    /**
     * The total as lanes, to be kept.
     *
     * @return a copy; of no sites when nothing was added
     */
    public long[] lanes() {
        return total.clone();
    }

    /**
     * Goes on from a total that was kept.
     *
     * @param layout of every site's vector
     * @param sites that it is over
     * @param lanes what {@link #lanes} gave after the first sum
     * @return the total
     * @throws CorruptSumException when it cannot be one of so many sites
     */
    public static RunningTotal resume(LaneLayout layout, int sites, long[] lanes) {
        RunningTotal resumed = new RunningTotal(layout, sites);
        if (lanes.length != resumed.total.length) {
            throw new IllegalArgumentException(
                    "lanes must be " + resumed.total.length + " as in the layout, were " + lanes.length);
        }
        layout.checkRange(lanes, sites);
        System.arraycopy(lanes, 0, resumed.total, 0, lanes.length);
        resumed.started = true;
        return resumed;
    }

    @Override
    public String toString() {
        return "RunningTotal[sites=" + sites + ", lanes=" + total.length + "]";
    }
}
