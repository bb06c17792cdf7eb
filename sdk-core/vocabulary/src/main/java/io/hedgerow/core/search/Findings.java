// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.search.Finding.Outcome;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The results of all tests of a network's model assumptions. Flags, warnings and the verdict follow from them and from
 * nothing else. A disagreement without a finding was not judged. Immutable.
 *
 * @param all in the order of {@link Misfit}
 */
public record Findings(List<Finding> all) {

    /** No findings: no test was made. */
    public static final Findings NONE = new Findings(List.of());

    public Findings {
        all = all.stream().sorted(Comparator.comparing(Finding::about)).toList();
        for (int k = 1; k < all.size(); k++) {
            if (all.get(k).about() == all.get(k - 1).about()) {
                throw new IllegalArgumentException("findings must be one for each disagreement, were two of "
                        + all.get(k).code());
            }
        }
    }

    /**
     * {@return the finding about a disagreement; empty where it was not tested}
     *
     * @param about the disagreement
     */
    public Optional<Finding> of(Misfit about) {
        return all.stream().filter(finding -> finding.about() == about).findFirst();
    }

    /**
     * {@return the measure of a test; empty where it has none}
     *
     * @param about the disagreement that the test looks for
     */
    public OptionalDouble figure(Misfit about) {
        return of(about).map(Finding::figure).orElse(OptionalDouble.empty());
    }

    /**
     * {@return the places at which a disagreement was seen}
     *
     * @param about the disagreement
     */
    public List<Finding.Place> places(Misfit about) {
        return of(about).map(Finding::places).orElse(List.of());
    }

    /** {@return the findings of tests that failed, in the order of {@link Misfit}} */
    public List<Finding> failed() {
        return all.stream().filter(Finding::failed).toList();
    }

    /**
     * {@return the verdict on the network: failed where a test failed that can contradict it; passed where none did and
     * the test was made whether the network explains the data; otherwise not judged}
     */
    public Outcome verdict() {
        if (failed().stream().anyMatch(finding -> finding.about().contradictsNetwork())) {
            return Outcome.FAILED;
        }
        return of(Misfit.UNEXPLAINED).map(Finding::outcome).orElse(Outcome.NOT_JUDGED);
    }

    /** {@return the findings about the whole network, without those about pairs or columns alone} */
    public Findings ofNetwork() {
        return new Findings(
                all.stream().filter(finding -> finding.about().isFlag()).toList());
    }

    /**
     * {@return a copy with one more finding, which replaces one about the same disagreement}
     *
     * @param more the other finding
     */
    public Findings with(Finding more) {
        List<Finding> both = new ArrayList<>(all);
        both.removeIf(finding -> finding.about() == more.about());
        both.add(more);
        return new Findings(both);
    }
}
