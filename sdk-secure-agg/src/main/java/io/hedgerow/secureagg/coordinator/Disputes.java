package io.hedgerow.secureagg.coordinator;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The disputes of a session and who was left out for them. A site that lies about its keys is in every dispute that it makes, so the
 * one with most adversaries goes first; between two that dispute with each other alone they go in turns, beginning with either. So whoever lies pays as
 * much as whom it lies about, and the slot loses one site instead of two. Not thread-safe.
 */
final class Disputes {

    private final SecureRandom random = new SecureRandom();
    private final Map<Integer, Set<Integer>> adversaries = new HashMap<>();
    private final Map<Integer, Integer> timesLeftOut = new HashMap<>();

    void add(Dispute dispute) {
        adversaries.computeIfAbsent(dispute.one(), any -> new TreeSet<>()).add(dispute.other());
        adversaries.computeIfAbsent(dispute.other(), any -> new TreeSet<>()).add(dispute.one());
    }

    /** Chooses one of those that have as many open disputes. */
    int leaveOut(Collection<Integer> candidates) {
        Comparator<Integer> suspicion = Comparator.<Integer>comparingInt(
                        site -> -adversaries.getOrDefault(site, Set.of()).size())
                .thenComparingInt(site -> timesLeftOut.getOrDefault(site, 0));
        List<Integer> ordered = candidates.stream().sorted(suspicion).toList();
        List<Integer> alike = ordered.stream()
                .filter(site -> suspicion.compare(site, ordered.get(0)) == 0)
                .toList();
        int chosen = alike.get(below(alike.size()));
        timesLeftOut.merge(chosen, 1, Integer::sum);
        return chosen;
    }

    /** Any of so many; that some come up by 2^-32 more often is no matter here. */
    private int below(int bound) {
        byte[] bytes = new byte[Integer.BYTES];
        random.nextBytes(bytes);
        return Math.floorMod(ByteBuffer.wrap(bytes).getInt(), bound);
    }
}
