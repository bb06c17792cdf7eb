// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.policy.ExactRelease.Member;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Computes what several exact releases of the same rows reveal in combination. Two sites belong to one group when every
 * sum has both of them or neither. Every sum, and whatever is computed from all sums, is a function of the groups'
 * sums; and what a release may sum is not restricted, so each group's sum may be found. Hence the releases together
 * keep the promise of each of them exactly when every group has as many sites as the promises say. Immutable.
 */
final class SummedGroups {

    private final List<Set<String>> groups = new ArrayList<>();
    private final List<Set<Set<Integer>>> cohorts = new ArrayList<>();
    private final int least;

    SummedGroups(Collection<ExactRelease> releases) {
        Known known = new Known(releases);
        Map<Integer, BitSet> where = new LinkedHashMap<>();
        Map<Integer, Set<String>> names = new HashMap<>();
        int sum = 0;
        for (ExactRelease release : releases) {
            Set<Set<Integer>> own = new LinkedHashSet<>();
            for (List<Member> cohort : release.cohorts()) {
                Set<Integer> sites = new TreeSet<>();
                for (Member member : cohort) {
                    int site = known.site(member);
                    sites.add(site);
                    where.computeIfAbsent(site, unseen -> new BitSet()).set(sum);
                    names.computeIfAbsent(site, unseen -> new TreeSet<>()).add(member.name());
                }
                own.add(sites);
                sum++;
            }
            cohorts.add(own);
        }
        Map<BitSet, Set<String>> together = new LinkedHashMap<>();
        where.forEach((site, sums) ->
                together.computeIfAbsent(sums, unseen -> new TreeSet<>()).add(String.join(" or ", names.get(site))));
        groups.addAll(together.values());
        least = releases.stream().mapToInt(ExactRelease::least).max().orElse(1);
    }

    /** Whether all releases are sums over the same sites. */
    boolean areAlike() {
        return cohorts.stream().distinct().count() <= 1;
    }

    /** The fewest sites in a group, by the strictest promise of all. */
    int least() {
        return least;
    }

    /** The names of the sites of each group that has too few, the smallest first. */
    List<Set<String>> small() {
        return groups.stream()
                .filter(group -> group.size() < least)
                .sorted((one, other) -> Integer.compare(one.size(), other.size()))
                .toList();
    }

    /** The names of the sites of one release that are in no sum of another. */
    static List<String> without(ExactRelease one, ExactRelease other) {
        Known known = new Known(List.of(one, other));
        Set<Integer> there = members(other).map(known::site).collect(Collectors.toSet());
        return members(one)
                .filter(member -> !there.contains(known.site(member)))
                .map(Member::name)
                .distinct()
                .sorted()
                .toList();
    }

    private static Stream<Member> members(ExactRelease release) {
        return release.cohorts().stream().flatMap(List::stream);
    }

    static String named(Collection<String> sites) {
        return sites.stream().collect(Collectors.joining(", "));
    }

    /** Identifies members that are the same site, because they share a name or a key. */
    private static final class Known {
        private final Map<Object, Integer> numbers = new HashMap<>();
        private final List<Integer> same = new ArrayList<>();

        Known(Collection<ExactRelease> releases) {
            releases.stream()
                    .flatMap(release -> release.cohorts().stream())
                    .flatMap(List::stream)
                    .forEach(this::learn);
        }

        private void learn(Member member) {
            int site = number(member.name());
            if (member.key().size() > 0) {
                same.set(root(number(member.key())), root(site));
            }
        }

        private int number(Object nameOrKey) {
            return numbers.computeIfAbsent(nameOrKey, unseen -> {
                same.add(same.size());
                return same.size() - 1;
            });
        }

        private int root(int number) {
            int at = number;
            while (same.get(at) != at) {
                at = same.get(at);
            }
            return at;
        }

        int site(Member member) {
            return root(number(member.name()));
        }
    }
}
