// SPDX-License-Identifier: Apache-2.0
package own;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.site.Ledgers;
import java.nio.file.Path;
import java.util.List;

/** Learns with the noisy gradient, under a budget. */
final class GradientRun {
    // region:run
    static LearnedNetwork learn(Path ledgers, List<RowSource> rows, long n) throws InterruptedException {
        int d = rows.get(0).schema().size();
        var usual = FederatedMethod.FED_SPARSE.recommended(d, rows.size());
        var plain = UploadProtection.insecurePlain();
        Agreement agreement = Agreement.inProcess("gradient-1", rows.get(0).schema(), rows.size(), plain);
        Study study = RoundsMethod.study(agreement, usual.withRounds(20).withCentring(Centring.NONE));
        RoundsMethod mine = RoundsMethod.of(study, site -> NoisyGradient.of(d, n), LocalSolvers::consensus);
        return Learning.of(mine.averaging(7, 0.3)).keeping(Ledgers.in(ledgers).budget(epsilon(2))).learn(rows);
    }
    // endregion
}
