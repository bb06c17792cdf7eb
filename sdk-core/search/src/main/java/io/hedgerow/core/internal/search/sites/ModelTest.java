// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import java.util.List;

/**
 * A test whether data agree with an assumption that a search makes. Every search has one list of those that it can make
 * of its sums; what they find is all that is said about the fit of its network.
 *
 * @param <F> what is tested: sums, and the network that was fitted to them
 */
@FunctionalInterface
public interface ModelTest<F> {

    Finding judge(F fit);

    /** What all tests of a list find; refuses two about the same disagreement. */
    static <F> Findings judge(List<ModelTest<F>> tests, F fit) {
        return new Findings(tests.stream().map(test -> test.judge(fit)).toList());
    }
}
