package io.hedgerow.dp.mechanism;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds what one person contributes to sums over rows when a person may have several rows: contributions are added up
 * per person and coordinate first, and each of these sums is clipped once. One person then moves a coordinate of the
 * total by at most the bound, however many rows the person has.
 *
 * <p>total[j] = Σ over persons p of clip(Σ over rows of p of contribution[j]). The inner sums are sums of doubles;
 * their rounding depends on that person's rows only, so it does not touch the sensitivity, which is that of
 * {@link Clipping} with the person as the unit. NaN and infinite contributions count as 0.
 *
 * <p>Memory: 8 bytes per person and coordinate, for the persons seen; never more than the capacity given, beyond which
 * a person is refused. The number of persons must be public, as it is when a person can only be replaced. Not
 * thread-safe. One addition is O(1). Proof note: {@code docs/privacy-proofs/clipping.md}.
 */
public final class PersonSums {

    private static final int FIRST_CAPACITY = 64;

    private final Clipping clipping;
    private final int coordinates;
    private final int mostPersons;
    private final Map<Object, Integer> slots = new HashMap<>();
    private double[] sums;

    /**
     * Starts with nobody.
     *
     * @param clipping bound and lattice of every coordinate
     * @param coordinates number of coordinates; at least 1
     * @param mostPersons largest number of persons; at least 1, times coordinates at most 2³⁰
     */
    public PersonSums(Clipping clipping, int coordinates, int mostPersons) {
        if (coordinates < 1 || mostPersons < 1 || (long) coordinates * mostPersons > 1 << 30) {
            throw new IllegalArgumentException(
                    "coordinates and mostPersons must be at least 1 and their product at most" + " 2^30, were "
                            + coordinates + " and " + mostPersons);
        }
        clipping.requireSumFits(mostPersons);
        this.clipping = clipping;
        this.coordinates = coordinates;
        this.mostPersons = mostPersons;
        this.sums = new double[coordinates * Math.min(mostPersons, FIRST_CAPACITY)];
    }

    /**
     * The slot of a person, new for a person not seen before. Slots stay valid after {@link #clear}.
     *
     * @param person identifies the person by {@code equals}
     * @return a number from 0, in order of first appearance
     * @throws IllegalStateException when there are more persons than the capacity
     */
    public int slot(Object person) {
        Integer known = slots.get(person);
        if (known != null) {
            return known;
        }
        int slot = slots.size();
        if (slot == mostPersons) {
            throw new IllegalStateException("persons must be at most " + mostPersons + ", were more");
        }
        slots.put(person, slot);
        if ((long) (slot + 1) * coordinates > sums.length) {
            sums = Arrays.copyOf(sums, coordinates * (int) Math.min(mostPersons, 2L * (slot + 1)));
        }
        return slot;
    }

    /**
     * Number of persons seen.
     *
     * @return the number of slots
     */
    public int persons() {
        return slots.size();
    }

    /**
     * Adds what one row contributes to one coordinate.
     *
     * @param slot of the row's person
     * @param coordinate from 0 to coordinates − 1
     * @param contribution any double; NaN and infinities count as 0
     */
    public void add(int slot, int coordinate, double contribution) {
        if (slot < 0 || slot >= slots.size() || coordinate < 0 || coordinate >= coordinates) {
            throw new IllegalArgumentException("slot and coordinate must be below " + slots.size() + " and "
                    + coordinates + ", were " + slot + " and " + coordinate);
        }
        if (Math.abs(contribution) <= Double.MAX_VALUE) {
            sums[slot * coordinates + coordinate] += contribution;
        }
    }

    /**
     * Clips every person's sums and adds them up.
     *
     * @param totals shape [coordinates], in lattice steps; modified
     */
    public void addClippedTo(long[] totals) {
        if (totals.length != coordinates) {
            throw new IllegalArgumentException("totals must have " + coordinates + " entries, had " + totals.length);
        }
        for (int p = 0; p < slots.size(); p++) {
            for (int j = 0; j < coordinates; j++) {
                totals[j] = Math.addExact(totals[j], clipping.clip(sums[p * coordinates + j]));
            }
        }
    }

    /** Sets all sums to 0; persons keep their slots. */
    public void clear() {
        Arrays.fill(sums, 0);
    }
}
