// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.pfdbnl;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The parameters of personal networks: W and A, followed by h and α, of which only those of target 0 are used. The
 * consensus of h is the mean of the sites' h(W_k); that of α is the multiplier of the next round, as ln(1 + α), so that
 * every size can be sent in whole steps, and a site knows α after a restart.
 */
final class PersonalLayout {

    private static final int SCALARS = 2;
    /** The coarsest step of a value that is sent is 1. */
    private static final double ROUNDING = 1;

    private PersonalLayout() {}

    static ParameterLayout of(ParameterLayout model) {
        List<ParameterLayout.Block> blocks = new ArrayList<>(model.blocks());
        blocks.add(new ParameterLayout.Block("h", 1, 0, 0));
        blocks.add(new ParameterLayout.Block("alpha", 1, 0, 0));
        return ParameterLayout.of(model.targets(), blocks);
    }

    /** c, the parameters of a slice that belong to W and A. */
    static int columns(ParameterLayout personal) {
        return personal.sliceLength() - SCALARS;
    }

    static int acyclicity(ParameterLayout personal) {
        return columns(personal);
    }

    static int multiplier(ParameterLayout personal) {
        return columns(personal) + 1;
    }

    static double sent(double alpha) {
        return Math.log1p(alpha);
    }

    /**
     * α of an entry of the consensus, which no more than its resolution rounds beyond its range.
     *
     * @throws ProtocolException when it is another multiplier than a coordinator can have
     */
    static double received(double entry) {
        if (!(entry >= -ROUNDING && entry <= sent(AdmmSettings.ALPHA_CAP) + ROUNDING)) {
            throw new ProtocolException(
                    "the consensus of alpha must be from 0 to " + sent(AdmmSettings.ALPHA_CAP) + ", was " + entry);
        }
        return Math.max(0, Math.expm1(entry));
    }
}
