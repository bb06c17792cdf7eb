// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Known interventions of a run, with the sites' names (files or values of a column).
 *
 * @param interventions by the names of {@code sites}
 * @param sites in order, as people know them
 */
public record SiteTargets(Interventions interventions, List<String> sites) {

    private static final String BEFORE = "site ";

    public SiteTargets {
        sites = List.copyOf(sites);
    }

    /** Rows as they came about. */
    public static SiteTargets none() {
        return new SiteTargets(Interventions.none(), List.of());
    }

    /** Finds out which sites are meant, by a file, or its last part, or a value of a column. */
    public static SiteTargets of(Path source, Interventions given, List<String> sites, VariableSchema schema) {
        Map<String, Interventions.Targets> meant = new LinkedHashMap<>();
        given.sites().forEach((name, targets) -> {
            String site = site(source, name, sites);
            if (meant.put(site, targets) != null) {
                throw new IllegalArgumentException(
                        source + " must name a site once, names " + site + " twice: write its targets in one line");
            }
        });
        Interventions known = new Interventions(meant);
        try {
            known.requireFits(schema, sites);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(source + ": " + Words.reason(e), e);
        }
        return new SiteTargets(known, sites);
    }

    private static String site(Path source, String name, List<String> sites) {
        List<String> known = sites.stream().map(SiteTargets::last).toList();
        List<String> meant = sites.contains(name)
                ? List.of(name)
                : sites.stream().filter(site -> last(site).equals(name)).toList();
        if (meant.size() != 1) {
            throw new IllegalArgumentException(source + ": \"" + name + "\" must be one of the sites "
                    + known.stream().limit(20).collect(Collectors.joining(", ")) + (known.size() > 20 ? ", ..." : "")
                    + ", is "
                    + (meant.isEmpty()
                            ? "none"
                                    + Nearest.to(name, known)
                                            .map(near -> ", did you mean \"" + near + "\"?")
                                            .orElse("")
                            : "several: write the file's path as --data has it"));
        }
        return meant.get(0);
    }

    /** Without folders, and without what stands before a value of a column. */
    private static String last(String site) {
        return site.startsWith(BEFORE)
                ? site.substring(BEFORE.length())
                : String.valueOf(Path.of(site).getFileName());
    }

    /** As a run in one process knows its sites. */
    Interventions byId() {
        Map<String, Interventions.Targets> renamed = new LinkedHashMap<>();
        for (int p = 0; p < sites.size(); p++) {
            renamed.put(SiteId.numbered(sites.size()).get(p).value(), interventions.at(sites.get(p)));
        }
        return new Interventions(renamed);
    }
}
