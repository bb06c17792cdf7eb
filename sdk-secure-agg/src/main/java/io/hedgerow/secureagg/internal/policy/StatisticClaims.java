// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ensures that an exact statistic of one data version is released in one study only. The sums of two studies over
 * nearly the same sites could be subtracted, whatever the studies are called, and what a study sums is named by the
 * study; so the site itself names what it gives: by the data set, the statistic and each variable, since parts of a
 * statistic can be subtracted as well as all of it. A study is known by what it sums and by its roster.
 *
 * <p>For statistics that no budget pays for. Where a ledger pays for each release, releasing twice is what it counts.
 * Not thread-safe.
 */
public final class StatisticClaims {

    private final @Nullable ClaimStore store;
    private final String dataset;
    private final String statistic;
    private final List<String> variables;
    private final Octets rosterHash;

    private StatisticClaims(
            @Nullable ClaimStore store, String dataset, String statistic, List<String> variables, Octets rosterHash) {
        this.store = store;
        this.dataset = dataset;
        this.statistic = statistic;
        this.variables = List.copyOf(variables);
        this.rosterHash = rosterHash;
    }

    /** Claims nothing: for studies of changes and for releases that a ledger pays for. */
    public static StatisticClaims none() {
        return new StatisticClaims(null, "", "", List.of(), Octets.empty());
    }

    /**
     * The claims of one study, which are taken when an input leaves.
     *
     * @param store of all studies of the data
     * @param dataset the name of the data's version
     * @param statistic the name of the release, such as second moments; the same word in all studies
     * @param variables the columns; the same words in all studies
     */
    public static StatisticClaims of(
            ClaimStore store, String dataset, String statistic, List<String> variables, Octets rosterHash) {
        return new StatisticClaims(store, dataset, statistic, variables, rosterHash);
    }

    private List<Octets> names(long round) {
        List<Octets> names = new ArrayList<>();
        for (String variable : variables) {
            names.add(Transcript.of("claimed statistic")
                    .text(dataset)
                    .text(statistic)
                    .text(variable)
                    .u64(round)
                    .hash());
        }
        return names;
    }

    private Octets holder(Octets value) {
        return Transcript.of("claim").octets(value).octets(rosterHash).hash();
    }

    /** Whether something of a statistic was given to this study. */
    boolean isGiven(Octets value, long round) {
        Octets holder = holder(value);
        Map<Octets, Octets> claimed = claimed();
        return names(round).stream().anyMatch(name -> Objects.equals(claimed.get(name), holder));
    }

    /** Read anew each time: another study may have claimed since. */
    private Map<Octets, Octets> claimed() {
        return store == null ? Map.of() : store.load();
    }

    /** What is given, for people. */
    String statistic() {
        return statistic + " of data set " + dataset;
    }

    /**
     * Refuses a statistic that another study was given.
     *
     * @param value the subject of its sum
     * @throws PolicyRefusedException when it was
     */
    public void require(Octets value, long round) {
        Octets holder = holder(value);
        List<Octets> names = names(round);
        Map<Octets, Octets> claimed = claimed();
        for (int i = 0; i < names.size(); i++) {
            Octets before = claimed.get(names.get(i));
            if (before != null && !before.equals(holder)) {
                throw givenToAnother(variables.get(i));
            }
        }
    }

    private PolicyRefusedException givenToAnother(String variable) {
        return PolicyRefusedException.afterRelease(statistic + " of data set " + dataset + " with variable " + variable
                + " must be released in one study only, were given to another one before");
    }

    /** Claims a statistic that is about to leave, unless another study was given it, also since {@link #require}. */
    void take(Octets value, long round) {
        if (store != null) {
            List<Octets> names = names(round);
            store.claim(names, holder(value)).ifPresent(taken -> {
                throw givenToAnother(variables.get(names.indexOf(taken)));
            });
        }
    }

    /**
     * Stores durably which study received each exact statistic of a site's data. Must be durable when a call returns,
     * and not come from an older copy. Thread-safe: studies that run at a time share one. Extension point.
     */
    public interface ClaimStore {

        /** The holder of each claim, by the name of a statistic of a data version. */
        Map<Octets, Octets> load();

        /**
         * Claims statistics that are about to leave, all of them or none; those that the holder has are not claimed
         * again. Deciding and claiming are one step, so that of two studies at a time one is refused.
         *
         * @return the first name that another holder has, with which nothing was claimed
         */
        Optional<Octets> claim(List<Octets> names, Octets holder);
    }
}
