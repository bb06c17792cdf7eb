// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.sums.ColumnLook;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;

/**
 * Describes the columns of all sites before learning, with figures and no search: {@code summed} is {@code gram} of the
 * same terms, without parameters, whose one sum is sent; {@code ofCurves} is a method for bent relations.
 */
record LookDesign(VariableSchema schema, SumDesign summed, String ofCurves) implements SumDesign {

    static MethodDescriptor descriptor(MethodDescriptor summed) {
        return MethodDescriptor.of(
                "inspect",
                "the sum that " + summed.name()
                        + " takes, and what it says of columns and of how sites differ; no search, so no network",
                MethodTrait.RELEASE,
                MethodTrait.LOOK);
    }

    static SumRelease of(SumRelease summed, String ofCurves) {
        return summed.by(new LookDesign(summed.study().schema(), summed.design(), ofCurves));
    }

    @Override
    public int revision() {
        return summed.revision();
    }

    @Override
    public String components() {
        return "moments + look";
    }

    @Override
    public long publishedBytes(Study study, long coefficients) {
        return summed.publishedBytes(study, coefficients);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return summed.solver(site);
    }

    @Override
    public Found found(Sums sums) {
        sums.standOut(OutlyingMoments.of(schema.size(), sums.first(), own -> own));
        ColumnLook look = ColumnLook.of(
                schema, WithinSites.of(schema.size(), sums.sites(), sums.first().sum()), ofCurves);
        return Found.ofColumns(look.figures(), look.sentences());
    }
}
