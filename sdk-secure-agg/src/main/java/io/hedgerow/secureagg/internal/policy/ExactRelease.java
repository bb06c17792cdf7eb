// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;
import java.util.Objects;

/**
 * The exact (noise-free) sums of one study, in which only the values of other sites hide a site's values. Without masks
 * each site is a sum of its own, and nothing hides its values. Public; contains nothing computed from data.
 *
 * @param study digest of its plan
 * @param name of the study, for people
 * @param dataset whose rows are summed; empty when they are not named, and then they may be those of any
 * @param cohorts the sites of each sum, usually of one; two sums of a study have no site in common
 * @param least fewest sites in anything that is opened, as the study promises
 */
public record ExactRelease(Octets study, String name, String dataset, List<List<Member>> cohorts, int least) {

    public ExactRelease {
        Objects.requireNonNull(study, "study");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(dataset, "dataset");
        cohorts = cohorts.stream().map(List::copyOf).toList();
        if (cohorts.isEmpty() || cohorts.stream().anyMatch(List::isEmpty) || least < 1) {
            throw new IllegalArgumentException("a release must have a site in each sum and least >= 1, had "
                    + cohorts.stream().map(List::size).toList() + " and " + least);
        }
    }

    /** Whether both may be sums of the same rows. */
    boolean mayShareRows(ExactRelease other) {
        return dataset.isEmpty() || other.dataset.isEmpty() || dataset.equals(other.dataset);
    }

    /** Whether each site sends what it computes in the open. */
    boolean isPlain() {
        return least == 1 && cohorts.stream().allMatch(cohort -> cohort.size() == 1);
    }

    /** The names of all sites, sorted. */
    List<String> sites() {
        return cohorts.stream()
                .flatMap(List::stream)
                .map(Member::name)
                .distinct()
                .sorted()
                .toList();
    }

    /** The same study over fewer sites, those over which its sum is opened. */
    ExactRelease over(List<Member> sites) {
        return new ExactRelease(study, name, dataset, List.of(sites), least);
    }

    /**
     * A site. One with another's name, or with another's key, is that other one: sites that were only renamed do not
     * count as different.
     *
     * @param name in the plan
     * @param key its public key; empty where it is not known
     */
    public record Member(String name, Octets key) {
        public Member {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(key, "key");
        }
    }
}
