// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The members of an equivalence class, part by part: variables that undirected edges of the class connect can be
 * directed independently of the other parts (Andersson, Madigan and Perlman 1997). Members of a part follow from one
 * another by turning covered edges, i → j with pa(j) = pa(i) ∪ {i} (Chickering 1995).
 */
final class ClassMembers {

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

    /** The part's families, by child, in each way to direct it; empty when there are more than {@code most}. */
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
