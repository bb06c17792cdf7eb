// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

/**
 * What is summed over sites when nobody sees a single upload: it decides how values are written, and which sites a sum
 * must have.
 */
public sealed interface SumForm {

    /** Changes of parameters, with no noise of the site's own: every sum is over all sites. */
    record Changes() implements SumForm {}

    /** Values that are private by themselves: sums are over the sites that are there. */
    record OwnNoise() implements SumForm {}

    /**
     * A statistic, released once.
     *
     * @param bound largest magnitude of any value of a site; public
     * @param name what is released: the same name is released at most once
     */
    record Statistic(double bound, String name) implements SumForm {}
}
