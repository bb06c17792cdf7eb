// SPDX-License-Identifier: Apache-2.0
package own;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.dp.site.Ledgers;
import java.nio.file.Path;
import java.util.List;

/** Learns privately, under a budget that outlives the process. */
final class GuardedWards {
    static LearnedNetwork learn(Path directory, List<RowSource> rows) throws InterruptedException {
        // region:three
        Ledgers budget = Ledgers.in(directory).budget(epsilon(2)); // of each data set, with a delta of 1/n²
        LearnedNetwork guarded = Learning.of(Method.named("dp-gram")).keeping(budget).learn(rows);
        return guarded;
        // endregion
    }
}
