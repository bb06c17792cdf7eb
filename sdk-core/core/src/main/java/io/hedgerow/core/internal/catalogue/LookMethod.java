// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.internal.search.sums.ColumnLook;
import io.hedgerow.core.internal.search.sums.OutlyingMoments;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Optional;

/**
 * A look at the columns of all sites before learning, with figures and no search: {@code summed} is {@code gram} of the
 * same terms, without parameters, whose one sum is sent; {@code ofCurves} is a method for bent relations.
 */
public record LookMethod(Method summed, String ofCurves) implements Method {

    public static MethodDescriptor descriptor(MethodDescriptor summed) {
        return MethodDescriptor.of(
                "inspect",
                "the sum that " + summed.name()
                        + " takes, and what it says of columns and of how sites differ; no search, so no network",
                MethodTrait.RELEASE,
                MethodTrait.LOOK);
    }

    @Override
    public Study study() {
        return summed.study();
    }

    @Override
    public int revision() {
        return summed.revision();
    }

    @Override
    public SumForm sums() {
        return summed.sums();
    }

    @Override
    public Optional<String> exactStatistic() {
        return summed.exactStatistic();
    }

    @Override
    public String components() {
        return "moments + look";
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return summed.publishedBytes(rounds, coefficients);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return summed.solver(site);
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        OutcomeRecorder remembered = new OutcomeRecorder(with.journal());
        return new SumCoordinator(study(), with.channel(), with.aggregator(), System::nanoTime, remembered)
                .run(this::ended)
                .orElseGet(() -> Ended.unreleased(remembered));
    }

    private Ended ended(Aggregate sums) {
        VariableSchema schema = study().schema();
        Participation participation = new Participation();
        participation.add(0, sums.included());
        participation.standOut(OutlyingMoments.of(schema.size(), sums, own -> own));
        ColumnLook look = ColumnLook.of(
                schema, WithinSites.of(schema.size(), sums.included().size(), sums.sum()), ofCurves);
        return Ended.looked(look.figures(), participation, look.sentences());
    }
}
