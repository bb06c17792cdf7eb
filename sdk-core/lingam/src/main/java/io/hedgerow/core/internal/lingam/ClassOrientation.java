// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.lingam.contrast.Contrasts;
import io.hedgerow.core.internal.search.sums.WithinSites;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Orients edges that an equivalence class leaves undirected, by noise that is not Gaussian: the members of the class
 * are compared by log-likelihood ({@link NoiseFamilies}), summed over sites. The ratio of an edge is that of the
 * likeliest member with i → j to the likeliest with j → i, so it never asks for a new v-structure or a cycle. Sites are
 * asked once, for two sums of each family that some member has. A part of the class with more than
 * {@value #MOST_MEMBERS} members stays undecided, and so does one with too many families to ask for. Not private.
 * Immutable.
 */
public final class ClassOrientation {

    /** Gaussian noise passes it once in 3,700 times: ratios are differences of sums of two standard exponentials. */
    public static final double MARGIN = 10;

    static final int MOST_MEMBERS = 1000;

    private final double[] ratios;
    private final List<Family> families;
    private final double[] covariance;

    private ClassOrientation(List<Family> families, double[] covariance) {
        this.families = new ArrayList<>(families);
        this.covariance = covariance;
        this.ratios = new double[families.size() * families.size()];
    }

    /** Compares the members of a class without a forbidden edge, of which one is given, by all sites' rows. */
    public static ClassOrientation of(
            Dag member, BiPredicate<Integer, Integer> forbidden, WithinSites moments, Contrasts rows) {
        PooledRows pooled = PooledRows.of(moments, rows);
        ClassOrientation result = new ClassOrientation(Family.of(member), pooled.covariance());
        List<Collection<List<Family>>> all = new ArrayList<>();
        for (BitSet part : ClassMembers.parts(member)) {
            all.add(ClassMembers.of(result.families, part, MOST_MEMBERS).stream()
                    .filter(families -> families.stream()
                            .noneMatch(family -> family.parents().stream()
                                    .anyMatch(parent -> forbidden.test(parent, family.child()))))
                    .toList());
        }
        NoiseFamilies scores = pooled.scores();
        // one question if there is room for it; otherwise as many parts as there is
        scores.learn(families(all.stream().flatMap(Collection::stream)));
        all.stream()
                .filter(members -> !members.isEmpty() && scores.learn(families(members.stream())))
                .forEach(members -> result.compare(members, scores));
        return result;
    }

    private static List<Family> families(Stream<List<Family>> members) {
        return members.flatMap(List::stream).toList();
    }

    private void compare(Collection<List<Family>> members, NoiseFamilies scores) {
        int d = families.size();
        double[] best = new double[d * d];
        Arrays.fill(best, Double.NEGATIVE_INFINITY);
        double highest = Double.NEGATIVE_INFINITY;
        for (List<Family> member : members) {
            double score = member.stream().mapToDouble(scores::of).sum();
            for (Family family : member) {
                family.parents().stream().forEach(parent -> {
                    int edge = parent * d + family.child();
                    best[edge] = Math.max(best[edge], score);
                });
            }
            if (score > highest) {
                highest = score;
                member.forEach(family -> families.set(family.child(), family));
            }
        }
        for (int k = 0; k < best.length; k++) {
            double ratio = best[k] - best[k % d * d + k / d];
            if (Double.isFinite(ratio)) {
                ratios[k] = ratio;
            }
        }
    }

    /** The log-likelihood ratio of i → j to j → i; 0 for no edge, one directed by the class, or in too large a part. */
    public double ratio(int from, int to) {
        return ratios[from * families.size() + to];
    }

    /**
     * Whether the rows direct an edge that the class leaves open: the ratio of i → j exceeds the margin. Undecided is
     * false both ways. Directions that follow without a new v-structure or a cycle are so directed too.
     */
    public boolean directs(int from, int to, double margin) {
        if (!(margin >= 0)) {
            throw new IllegalArgumentException("margin must be >= 0, was " + margin);
        }
        return ratio(from, to) > margin;
    }

    /** The likeliest member, with least-squares weights. */
    public WeightMatrix likeliest() {
        return Family.weights(families, covariance);
    }

    /**
     * The members of an equivalence class, part by part: variables that undirected edges of the class connect can be
     * directed independently of the other parts (Andersson, Madigan and Perlman 1997). Members of a part follow from
     * one another by turning covered edges, i → j with pa(j) = pa(i) ∪ {i} (Chickering 1995).
     */
    static final class ClassMembers {

        private ClassMembers() {}

        /** The parts of a class that can be directed in more than one way, each as its variables, ascending. */
        static List<BitSet> parts(Dag member) {
            EquivalenceClass of = EquivalenceClass.of(member);
            int d = member.variables();
            BitSet done = new BitSet(d);
            List<BitSet> parts = new ArrayList<>();
            for (int start = 0; start < d; start++) {
                BitSet part = new BitSet(d);
                Deque<Integer> open = new ArrayDeque<>(List.of(start));
                while (!open.isEmpty()) {
                    int i = open.remove();
                    if (!done.get(i)) {
                        done.set(i);
                        part.set(i);
                        for (int j = 0; j < d; j++) {
                            if (of.isUndirected(i, j)) {
                                open.add(j);
                            }
                        }
                    }
                }
                if (part.cardinality() > 1) {
                    parts.add(part);
                }
            }
            return parts;
        }

        static Collection<List<Family>> of(List<Family> families, BitSet part, int most) {
            List<Family> start = part.stream().mapToObj(families::get).toList();
            Set<List<Family>> members = new LinkedHashSet<>(List.of(start));
            Deque<List<Family>> open = new ArrayDeque<>(members);
            while (!open.isEmpty()) {
                for (List<Family> next : turned(open.remove())) {
                    if (members.add(next)) {
                        open.add(next);
                    }
                }
                if (members.size() > most) {
                    return List.of();
                }
            }
            return members;
        }

        private static List<List<Family>> turned(List<Family> member) {
            TreeMap<Integer, Family> byChild = new TreeMap<>();
            member.forEach(family -> byChild.put(family.child(), family));
            List<List<Family>> result = new ArrayList<>();
            for (Family effect : member) {
                effect.parents().stream().filter(byChild::containsKey).forEach(parent -> {
                    Family cause = Objects.requireNonNull(byChild.get(parent));
                    Family without = effect.without(parent);
                    if (without.parents().equals(cause.parents())) {
                        TreeMap<Integer, Family> other = new TreeMap<>(byChild);
                        other.put(effect.child(), without);
                        other.put(parent, cause.with(effect.child()));
                        result.add(List.copyOf(other.values()));
                    }
                });
            }
            return result;
        }
    }
}
