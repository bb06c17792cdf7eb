// SPDX-License-Identifier: Apache-2.0
package own;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.dp.ledger.LedgerHistory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Runs all that this project has: a directory for ledgers, two files, and their public number of rows. */
public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[0]);
        List<RowSource> rows = List.of(rows(args[1]), rows(args[2]));
        long n = Long.parseLong(args[3]);
        tell("thresholded", ThresholdedSolver.learn(rows));
        tell("guarded", GuardedWards.learn(directory.resolve("guarded"), rows));
        tell("gradient", GradientRun.learn(directory.resolve("gradient"), rows, n));
        tell("steady", SteadyPgcd.learn(directory.resolve("steady"), rows, n));
        for (String name : List.of("guarded", "gradient", "steady")) {
            double spent = LedgerHistory.read(directory.resolve(name).resolve(Path.of(args[1]).getFileName()))
                    .spent()
                    .spentEpsilon();
            System.out.printf(Locale.ROOT, "%s spent %.1f of 2%n", name, spent);
        }
        try {
            GradientRun.learn(directory.resolve("gradient"), rows, n);
            System.out.println("spent twice");
        } catch (PrivacyException e) {
            System.out.println("second run refused");
        }
    }

    private static RowSource rows(String file) {
        return CsvRowSource.of(Path.of(file), CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN));
    }

    private static void tell(String name, LearnedNetwork network) {
        System.out.println(name + " edges " + network.named().edges().size());
    }
}
