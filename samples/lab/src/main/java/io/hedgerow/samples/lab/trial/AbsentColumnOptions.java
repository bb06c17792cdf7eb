// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.trial;

import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** The option for simulated sites that do not have all columns. */
public final class AbsentColumnOptions {

    private static final int MOST_DRAWS = 10_000;

    @Option(
            names = "--absent-columns",
            paramLabel = "SHARE",
            description = "structure with gram: the share of the columns that every site lacks, drawn for each site so"
                    + " that every two columns are together at some site; default ${DEFAULT-VALUE}.")
    private double share = 0;

    public boolean isGiven() {
        return share != 0;
    }

    /** Describes the choice for the head of a table; empty where all sites have all columns. */
    public String remark() {
        return isGiven() ? ", every site lacks a share " + share + " of the columns at random" : "";
    }

    /**
     * Takes columns away from sites.
     *
     * @throws IllegalArgumentException when so many leave some pair of columns at no site
     */
    public Sites of(Sites sites, int seed) {
        int d = sites.schema().size();
        int absent = (int) Math.round(share * d);
        if (!(share >= 0 && share < 1) || absent > d - 2) {
            throw new IllegalArgumentException(
                    "--absent-columns must be a share from 0 that leaves two columns of " + d + ", was " + share);
        }
        Random random = new Random(seed);
        for (int draw = 0; absent > 0 && draw < MOST_DRAWS; draw++) {
            List<Set<String>> lacks = new ArrayList<>();
            for (int p = 0; p < sites.all().size(); p++) {
                List<String> names = new ArrayList<>(sites.schema().names());
                Collections.shuffle(names, random);
                lacks.add(new LinkedHashSet<>(names.subList(0, absent)));
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

    private static boolean everyPair(List<String> names, List<Set<String>> lacks) {
        return IntStream.range(0, names.size() * names.size())
                .allMatch(k -> lacks.stream()
                        .anyMatch(absent -> !absent.contains(names.get(k / names.size()))
                                && !absent.contains(names.get(k % names.size()))));
    }
}
