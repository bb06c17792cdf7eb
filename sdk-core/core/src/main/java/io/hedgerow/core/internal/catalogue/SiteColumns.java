// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.internal.search.sums.ColumnRoster;
import io.hedgerow.core.internal.text.QuotedNames;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.protocol.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads which columns each site lacks, and refuses combinations that would be unsafe or incorrect. */
public final class SiteColumns {

    /** Before a site's name: the parameter with the variables that it lacks. */
    public static final String LACKS = "lacks.";

    public static final Parameter PARAMETER = Parameter.text(
                    LACKS + "NAME", "variables that a site does not have, with commas between them")
            .usually("none: the site has all variables")
            .only(Parameter.Where.IN_PLANS);

    private SiteColumns() {}

    /** The variables that each site lacks; only sites that lack any. */
    public static Map<SiteId, Set<String>> lacks(StudyTerms terms, MethodParameters parameters) {
        Map<SiteId, Set<String>> lacks = new TreeMap<>();
        for (SiteId site : terms.sites()) {
            parameters.text(LACKS + site.value()).ifPresent(names -> lacks.put(site, new TreeSet<>(names(names))));
        }
        return lacks;
    }

    /** A blank text names a variable without a name, which no study has. */
    private static List<String> names(String listed) {
        return listed.isBlank() ? List.of("") : QuotedNames.names(listed);
    }

    /**
     * The roster of a study; empty where all sites have all columns. Refuses pairs that are measured nowhere, groups
     * whose sum would be seen behind masks, and what needs the rows of all sites.
     */
    public static Optional<ColumnRoster> of(
            String method,
            Agreement agreement,
            Map<SiteId, Set<String>> lacks,
            boolean noiseDirections,
            boolean hiddenCauses) {
        if (lacks.values().stream().allMatch(Set::isEmpty)) {
            return Optional.empty();
        }
        if (agreement.schema().hasCategories()) {
            throw refused(
                    method,
                    "categories, of which " + method + " asks for tables of all sites",
                    "leave the categories out");
        }
        if (noiseDirections) {
            throw refused(
                    method,
                    "orient: non-gaussian, which asks every site about residuals of all columns",
                    "leave orient out");
        }
        if (hiddenCauses) {
            throw refused(
                    method,
                    "hidden-causes, for covariances that a network lets expect do not show them",
                    "leave hidden-causes out");
        }
        ColumnRoster roster = ColumnRoster.of(agreement.schema(), agreement.sites(), lacks);
        agreement
                .noiseSharedBy()
                .ifPresent(honest -> roster.requireHidden(agreement.sites().size() - honest));
        return Optional.of(roster);
    }

    /** Refuses both: a sum of each set of targets and of each group of columns would be of too few sites. */
    public static void refuseWithInterventions(String method, Map<SiteId, Set<String>> lacks) {
        if (!lacks.isEmpty()) {
            throw refused(method, "interventions, which need all columns of all sites", "leave interventions out");
        }
    }

    private static IllegalArgumentException refused(String method, String what, String advice) {
        return new IllegalArgumentException("sites that lack columns (parameters " + LACKS
                + "SITE of " + method + ") cannot be combined with " + what + ": " + advice
                + ", or leave the columns out at all sites");
    }
}
