// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.SearchSettings.Sharing;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.sites.Sites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for true networks to compare with, and for personal networks of sites. */
public final class OwnNetworkOptions {

    @Option(
            names = "--truth",
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "The known network to compare with: a d x d matrix without header, or an edge list cause,effect."
                            + " With --personal or {METHODS-WITH:personal} also one for each site, in the order of the"
                            + " sites.")
    private List<Path> truth = new ArrayList<>();

    @Option(
            names = "--personal",
            arity = "0..1",
            fallbackValue = "auto",
            paramLabel = "MODE",
            description = "Also learn a network of each site's own, for at least 3 sites with time series, and write"
                    + " personal/SITE.csv to the directory of --out: ${COMPLETION-CANDIDATES}; auto if no"
                    + " mode is said. All modes sum settings of the search over sites; local nothing else;"
                    + " pool moments of the rows, which then count in part; edges probabilities of edges;"
                    + " structure scores, for one structure with weights of each site's own. auto takes what"
                    + " predicts held-out rows best and shares nothing unless that is surely better."
                    + " --threshold is for the common network. Not with a privacy budget.")
    private @Nullable Sharing personal;

    private boolean ofMethod;

    /** Whether sites are to get networks of their own beside the common one. */
    public boolean isWanted() {
        return personal != null;
    }

    /** What sites tell each other for them; empty where none are wanted. */
    public Optional<Sharing> sharing() {
        return Optional.ofNullable(personal);
    }

    /** Says whether the method gives sites networks of their own anyway. */
    public void givenByMethod(boolean given) {
        ofMethod = given;
    }

    /** The known network that all sites have in common; empty where none is known, or one for each site. */
    public Optional<Path> common() {
        if (truth.size() > 1 && !isWanted() && !ofMethod) {
            throw new IllegalArgumentException("--truth must be one file, were " + truth.size()
                    + Algorithm.withMethods(": several are for networks of each site's own, with --personal or"
                            + " {METHODS-WITH:personal}"));
        }
        return truth.size() == 1 ? Optional.of(truth.get(0)) : Optional.empty();
    }

    public boolean isTruthGiven() {
        return !truth.isEmpty();
    }

    public void requireTruths(int sites) {
        if (truth.size() > 1 && truth.size() != sites) {
            throw new IllegalArgumentException("--truth must be one file, or one for each of " + sites
                    + " sites in their order, were " + truth.size());
        }
    }

    /** The known network of each site; empty without. */
    public List<WeightMatrix> truths(Sites sites) {
        if ((!isWanted() && !ofMethod) || truth.isEmpty()) {
            return List.of();
        }
        List<Path> files = truth.size() == 1 ? Collections.nCopies(sites.all().size(), truth.get(0)) : truth;
        return files.stream()
                .map(file -> TruthReader.read(file, sites.schema()))
                .toList();
    }
}
