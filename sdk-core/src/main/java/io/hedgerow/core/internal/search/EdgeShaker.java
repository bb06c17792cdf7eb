package io.hedgerow.core.internal.search;

/**
 * Reverses random edges of a graph, keeping it acyclic. Its numbers (SplitMix64, Steele, Lea and Flood 2014) decide
 * only where a search looks next; they protect nobody. Not thread-safe.
 */
final class EdgeShaker {

    private long state;

    EdgeShaker(long seed) {
        this.state = seed;
    }

    /** Reverses up to {@code count} edges; one that cannot be reversed is passed over. */
    void shake(Climber climber, int count) {
        ParentSets parents = climber.parents();
        for (int done = 0; done < count; done++) {
            int edges = parents.edgeCount();
            if (edges == 0) {
                return;
            }
            int chosen = nextInt(edges);
            int target = 0;
            while (chosen >= parents.count(target)) {
                chosen -= parents.count(target++);
            }
            int from = parents.parent(target, chosen);
            if (climber.canAdd(target, from) && climber.reversible(from, target)) {
                climber.reverse(target, chosen);
            }
        }
    }

    /** The bias of the remainder, below bound / 2^63, does not matter here. */
    private int nextInt(int bound) {
        state += 0x9E3779B97F4A7C15L;
        long a = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return (int) (((b ^ (b >>> 31)) >>> 1) % bound);
    }
}
