// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.vote.AveragedNetwork;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.util.List;

/**
 * Rounds of Fed-Sparse-BNSL whose sites take {@linkplain PublishedDescent the printed steps}; the network is the mean
 * of the last third of the rounds, as that of {@code dp-fed-sparse}. Not private.
 *
 * @param rounds of the method without noise
 * @param terms of the steps
 */
record PublishedRounds(Method rounds, MethodSettings settings, PublishedDescent.Terms terms) implements Method {

    /** The name in settings; {@code clipped} is average or rows. */
    private static final String NAME = "printed-dp-pgcd";

    static boolean isMeant(Settings settings) {
        return settings.find("algorithm").filter(NAME::equals).isPresent();
    }

    static LearnedNetwork learn(Settings settings, RowsData data) throws InterruptedException {
        UploadProtection plain = UploadProtection.insecurePlain();
        Agreement agreement = Agreement.inProcess(
                NAME, data.sites().schema(), data.sites().all().size(), plain);
        PublishedDescent.Terms terms = new PublishedDescent.Terms(
                settings.choice("clipped", PublishedDescent.Clipping.class),
                settings.number("clipping"),
                settings.whole("steps"),
                settings.whole("rounds"),
                settings.number("gamma"),
                settings.number("epsilon"));
        NamedMethod named = Method.named(FederatedMethod.FED_SPARSE.id())
                .with("preset", "paper")
                .with("no-centring", "true")
                .withRounds(settings.whole("rounds"));
        for (String parameter : List.of("lambda", "rho1", "rho2", "threshold")) {
            named = named.with(parameter, settings.text(parameter));
        }
        Method base = named.inOneProcess(agreement, MethodCatalogue.ofModules());
        MethodSettings told = (MethodSettings) base.shownSettings().orElseThrow();
        return Learning.of(new PublishedRounds(base, told, terms), plain)
                .learnFrom(data.sites().data());
    }

    @Override
    public Study study() {
        return rounds.study();
    }

    @Override
    public SumForm sums() {
        return rounds.sums();
    }

    @Override
    public String components() {
        return new PublishedDescent(terms).id();
    }

    @Override
    public long publishedBytes(List<RoundReport> reports, long coefficients) {
        return rounds.publishedBytes(reports, coefficients);
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new PublishedDescent(terms);
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        Study study = study();
        return Method.rounds(
                study,
                FederatedMethod.FED_SPARSE.newGlobalSolver(study.layout().targets(), settings),
                new AveragedNetwork(
                        study,
                        Math.max(1, settings.rounds() / 3),
                        settings.networkRule().threshold()),
                with);
    }
}
