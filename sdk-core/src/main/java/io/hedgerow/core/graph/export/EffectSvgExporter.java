// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.graph.export;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.picture.svg.EffectRows;
import io.hedgerow.core.search.TotalEffects;
import java.io.IOException;

/** Draws the likeliest and strongest total effects as a forest plot, a self-contained SVG picture. Deterministic. */
record EffectSvgExporter(TotalEffects effects) implements GraphExporter {

    @Override
    public String fileExtension() {
        return "svg";
    }

    @Override
    public void write(NamedNetwork network, Appendable out) throws IOException {
        out.append(EffectRows.of(network, effects).picture(network.title().orElse("Bayesian network")));
    }
}
