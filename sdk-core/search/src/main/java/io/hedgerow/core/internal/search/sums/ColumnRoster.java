// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of each site, agreed before anything is read, and so the groups of sites with the same columns. Sums are
 * made of each group apart, in one vector: a site's own sums where its group is, and zeros elsewhere. So what can be
 * computed from a total is a function of sums over whole groups, whatever is subtracted from what. Immutable.
 */
public final class ColumnRoster {

    /** The fewest sites whose sum may be seen behind masks. */
    private static final int FEWEST = 3;

    private static final int NAMED = 3;

    private final VariableSchema schema;
    private final List<SiteId> sites;
    /** The absent columns of each group, by their first site. */
    private final List<Set<String>> absent;

    private final int[] groupOf;

    private ColumnRoster(VariableSchema schema, List<SiteId> sites, List<Set<String>> absent, int[] groupOf) {
        this.schema = schema;
        this.sites = sites;
        this.absent = absent;
        this.groupOf = groupOf;
    }

    /** Makes a roster of what sites lack; one that is not named has all. Some site must have each pair of variables. */
    public static ColumnRoster of(VariableSchema schema, List<SiteId> sites, Map<SiteId, Set<String>> lacks) {
        lacks.forEach((site, names) -> {
            if (!sites.contains(site)) {
                throw new IllegalArgumentException(
                        "sites that lack columns must be among " + values(sites) + ", was " + site.value());
            }
            for (String name : names) {
                if (schema.indexOf(name) < 0) {
                    throw new IllegalArgumentException("columns that site " + site.value()
                            + " lacks must be among the variables " + schema.names() + ", was " + name);
                }
            }
        });
        List<Set<String>> absent = new ArrayList<>();
        int[] groupOf = new int[sites.size()];
        for (int k = 0; k < groupOf.length; k++) {
            Set<String> own = new TreeSet<>(lacks.getOrDefault(sites.get(k), Set.of()));
            if (!absent.contains(own)) {
                absent.add(own);
            }
            groupOf[k] = absent.indexOf(own);
        }
        ColumnRoster roster = new ColumnRoster(schema, List.copyOf(sites), List.copyOf(absent), groupOf);
        roster.requireEveryPair();
        return roster;
    }

    private static String values(List<SiteId> sites) {
        return sites.stream().map(SiteId::value).collect(Collectors.joining(", "));
    }

    /** Refuses a roster in which no site has some pair, of which nothing could be said. */
    private void requireEveryPair() {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            if (sitesWith(i, i) == 0) {
                throw new IllegalArgumentException("every variable must be measured at some site, \""
                        + schema.names().get(i) + "\" is at none: leave it out");
            }
            for (int j = i + 1; j < schema.size(); j++) {
                if (sitesWith(i, j) == 0) {
                    pairs.add("\"" + schema.names().get(i) + "\" and \""
                            + schema.names().get(j) + "\"");
                }
            }
        }
        if (!pairs.isEmpty()) {
            throw new IllegalArgumentException("every two variables must be measured together at some site, for nothing"
                    + " can be said of the others; at none are "
                    + pairs.stream().limit(NAMED).collect(Collectors.joining("; "))
                    + (pairs.size() > NAMED ? "; and " + Words.count(pairs.size() - NAMED, "other pair") : "")
                    + ": leave one variable of each out");
        }
    }

    /**
     * Requires that every group can be summed behind masks: at least {@value #FEWEST} sites, and two beside those that
     * may collude, which know their own part of a sum. Looks at the roster alone.
     */
    public void requireHidden(int colluding) {
        int least = Math.max(FEWEST, colluding + 2);
        for (int g = 0; g < groups(); g++) {
            if (members(g) < least) {
                int group = g;
                List<SiteId> own = IntStream.range(0, groupOf.length)
                        .filter(k -> groupOf[k] == group)
                        .mapToObj(sites::get)
                        .toList();
                throw new IllegalArgumentException("behind masks at least " + least
                        + " sites must have the same columns, for sums of fewer would tell what one of them sent"
                        + (least > FEWEST ? " to the " + colluding + " that may collude" : "") + "; "
                        + values(own) + (own.size() == 1 ? " has" : " have") + " columns that "
                        + (absent.get(g).isEmpty()
                                ? "no others have: all"
                                : "others have not: all but " + String.join(", ", absent.get(g)))
                        + ": let more sites lack the same columns, or leave columns out at all sites");
            }
        }
    }

    public int variables() {
        return schema.size();
    }

    public int groups() {
        return absent.size();
    }

    public int members(int group) {
        return (int) Arrays.stream(groupOf).filter(g -> g == group).count();
    }

    public boolean has(int group, int variable) {
        return !absent.get(group).contains(schema.names().get(variable));
    }

    public int sitesWith(int one, int other) {
        return IntStream.range(0, groups())
                .filter(g -> has(g, one) && has(g, other))
                .map(this::members)
                .sum();
    }

    public Set<String> lacked(SiteId site) {
        return absent.get(groupOf[sites.indexOf(site)]);
    }

    public int[] everywhere() {
        return IntStream.range(0, variables())
                .filter(j -> sitesWith(j, j) == sites.size())
                .toArray();
    }

    String name(int variable) {
        return schema.names().get(variable);
    }

    /** The blocks of {@link SiteSums#layout} once for each group. */
    public ParameterLayout layout() {
        List<ParameterLayout.Block> blocks = new ArrayList<>();
        int slice = SiteSums.layout(variables()).size() / variables();
        for (int g = 0; g < groups(); g++) {
            blocks.add(new ParameterLayout.Block("group " + (g + 1), slice, 0, 0));
        }
        return ParameterLayout.of(variables(), blocks);
    }

    Parameters placed(SiteId site, Parameters own) {
        int slice = own.size() / variables();
        double[] all = new double[groups() * own.size()];
        int group = groupOf[sites.indexOf(site)];
        for (int j = 0; j < variables(); j++) {
            for (int s = 0; s < slice; s++) {
                all[(j * groups() + group) * slice + s] = own.get(j * slice + s);
            }
        }
        return Parameters.takeOver(all);
    }

    /** The sums of a group, by {@link SiteSums#layout}. */
    Parameters group(int group, Parameters all) {
        int slice = all.size() / variables() / groups();
        double[] own = new double[slice * variables()];
        for (int k = 0; k < own.length; k++) {
            own[k] = all.get((k / slice * groups() + group) * slice + k % slice);
        }
        return Parameters.takeOver(own);
    }

    /** The sums over all groups, by {@link SiteSums#layout}; what a site lacks adds nothing. */
    public Parameters total(Parameters all) {
        double[] total = new double[all.size() / groups()];
        for (int g = 0; g < groups(); g++) {
            Parameters own = group(g, all);
            Arrays.setAll(total, k -> total[k] + own.get(k));
        }
        return Parameters.takeOver(total);
    }
}
