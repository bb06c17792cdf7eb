// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

/** Lets every class change its state. */
public final class SharesFields {
    public double[] sums = new double[1];
}
