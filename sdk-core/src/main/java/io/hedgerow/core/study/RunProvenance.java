// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import java.util.List;

/**
 * The provenance of a result, from which it can be computed again.
 *
 * @param software name and version
 * @param study the study's name
 * @param studyDigest {@link Study#digest}
 * @param globalSolver the coordinator's solver
 * @param protection how uploads were protected
 * @param sites the sites' names, sorted
 * @param java the Java runtime
 */
public record RunProvenance(
        String software,
        String study,
        String studyDigest,
        String globalSolver,
        String protection,
        List<String> sites,
        String java) {

    /** Name and version of this software. */
    public static final String SOFTWARE = "hedgerow 0.2.0";

    public RunProvenance {
        sites = List.copyOf(sites);
    }

    /**
     * The provenance of a study's network.
     *
     * @param study what was agreed
     * @param globalSolver the coordinator's step
     * @param protection of the uploads
     * @param sites that took part
     * @return what a reader needs to judge the network
     */
    public static RunProvenance of(Study study, String globalSolver, String protection, List<String> sites) {
        return new RunProvenance(
                SOFTWARE,
                study.name(),
                study.digest(),
                globalSolver,
                protection,
                sites,
                System.getProperty("java.vm.name") + " " + Runtime.version());
    }
}
