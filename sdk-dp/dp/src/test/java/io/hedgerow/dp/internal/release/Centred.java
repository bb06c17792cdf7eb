// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

/** Options of a release about another centre. */
public final class Centred {

    private Centred() {}

    public static ReleaseOptions at(ReleaseOptions.ReleaseCentre centre, ReleaseOptions options) {
        return new ReleaseOptions(
                options.variables(),
                options.rows(),
                options.adjacency(),
                options.smallest(),
                options.largest(),
                options.ownUnits(),
                centre,
                options.mu(),
                options.noiseSites(),
                options.byUser());
    }
}
