// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.trial;

import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The option for simulated sites that lack some columns. */
public final class AbsentColumnOptions {

    private static final int MOST_DRAWS = 10_000;

    @Option(
            names = "--absent-columns",
            paramLabel = "SHARE",
            description = "structure with {METHODS-OF-PLANS:lacks.site}: the share of the columns that every site"
                    + " lacks, drawn for each site so that every two columns are together at some site;"
                    + " default ${DEFAULT-VALUE}.")
    private double share = 0;

    public boolean isGiven() {
        return share != 0;
    }

    /** Describes the choice for the head of a table; empty where all sites have all columns. */
    public String remark() {
        return isGiven() ? ", every site lacks a share " + share + " of the columns at random" : "";
    }

    public Sites of(Sites sites, int seed) {
        int d = sites.schema().size();
        int absent = (int) Math.round(share * d);
        if (!(share >= 0 && share < 1) || absent > d - 2) {
            throw new IllegalArgumentException(
                    "--absent-columns must be a share from 0 that leaves two columns of " + d + ", was " + share);
        }
        for (int draw = 0; absent > 0 && draw < MOST_DRAWS; draw++) {
            List<Set<String>> lacks = new ArrayList<>();
            for (int p = 0; p < sites.all().size(); p++) {
                lacks.add(drawn(sites.schema().names(), absent, mixed(mixed(seed, draw), p)));
            }
            if (everyPair(sites.schema().names(), lacks)) {
                return sites.lacking(lacks);
            }
        }
        if (absent > 0) {
            throw new IllegalArgumentException("--absent-columns " + share + " leaves some two of " + d
                    + " columns together at none of " + sites.all().size()
                    + " sites: take fewer absent columns or more --sites");
        }
        return sites;
    }

    /** The names that a keyed counter puts first. */
    private static Set<String> drawn(List<String> names, int count, long key) {
        Map<Long, String> order = new TreeMap<>();
        for (int j = 0; j < names.size(); j++) {
            order.put(mixed(key, j), names.get(j));
        }
        return order.values().stream().limit(count).collect(Collectors.toSet());
    }

    /** The finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
    private static long mixed(long key, long counter) {
        long z = key * 0xD1342543DE82EF95L + (counter + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private static boolean everyPair(List<String> names, List<Set<String>> lacks) {
        return IntStream.range(0, names.size() * names.size())
                .allMatch(k -> lacks.stream()
                        .anyMatch(absent -> !absent.contains(names.get(k / names.size()))
                                && !absent.contains(names.get(k % names.size()))));
    }
}
