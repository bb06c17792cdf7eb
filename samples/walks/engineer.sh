#!/usr/bin/env bash
# An engineer: a service of one's own whose records become rows of two data sets, with a policy and ledgers. What the budget does not cover
# is refused by the next process, no row of a refused run is read, and what a failed run had reserved stays spent.
. "$(dirname "${BASH_SOURCE[0]}")/published.sh"

project service hedgerow
mkdir -p service/src/main/java/org/example
cat > service/src/main/java/org/example/Visits.java << 'JAVA'
package org.example;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.Random;

/**
 * Visits of a ward, from wherever the service keeps them: here they are drawn. May break, but not in its first reading,
 * which counts the rows before anything is charged: their number is public.
 */
final class Visits implements RowSource {
    static int handedOut;
    private final long ward;
    private final int breaksAt;
    private int readings;

    Visits(long ward, int breaksAt) {
        this.ward = ward;
        this.breaksAt = breaksAt;
    }

    @Override
    public VariableSchema schema() {
        return VariableSchema.of("age", "dose", "pressure");
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        Random random = new Random(ward);
        readings++;
        for (int visit = 0; visit < 2000; visit++) {
            double age = random.nextGaussian();
            double dose = age + random.nextGaussian();
            if (visit == breaksAt && readings > 1) {
                throw new IllegalStateException("the database is gone");
            }
            handedOut++;
            consumer.accept(new double[] {age, dose, dose + random.nextGaussian()});
        }
    }
}
JAVA
cat > service/src/main/java/org/example/Service.java << 'JAVA'
package org.example;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.site.Ledgers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Learns from two wards: ledgers, policy, epsilon, and the row at which the second ward's records break, or -1. */
final class Service {
    public static void main(String[] args) throws InterruptedException {
        Path directory = Path.of(args[0]);
        Ledgers ledgers = Ledgers.in(directory)
                .budget(epsilon(Double.parseDouble(args[2])).withDelta(1e-6))
                .policy(Path.of(args[1]))
                .datasets("north", "south");
        try {
            LearnedNetwork network = Learning.of(Method.named("dp-gram"))
                    .keeping(ledgers)
                    .learn(List.of(new Visits(1, -1), new Visits(2, Integer.parseInt(args[3]))));
            System.out.println("edges " + network.named().edges().size());
        } catch (PrivacyException e) {
            System.out.println("refused: " + e.getMessage());
        } catch (RuntimeException e) {
            System.out.println("failed: " + e.getMessage());
        }
        System.out.println("handed out " + (Visits.handedOut > 0 ? "rows" : "nothing"));
        for (String ward : List.of("north", "south")) {
            if (LedgerHistory.isIn(directory.resolve(ward))) {
                double spent = LedgerHistory.read(directory.resolve(ward)).spent().spentEpsilon();
                System.out.printf(Locale.ROOT, "%s spent %.3f%n", ward, spent);
            }
        }
    }
}
JAVA
cat > policy.yaml << 'POLICY'
unit: record
adjacency: replace-one
budget: {epsilon: 5, delta: 4.0e-6}
perStudy: {epsilon: 2, delta: 1.0e-6}
minimumCohort: 2
allowedSolvers: [dp-gram]
POLICY
maven service compile dependency:build-classpath "-Dmdep.outputFile=$walk/service/class-path"
service() {
    java -cp "service/target/classes:$(cat service/class-path)" org.example.Service "$@"
}

echo "learned, and charged to both wards"
ends 0 service ledgers policy.yaml 2 -1
says "edges 2"
says "north spent 2.000"
says "south spent 2.000"

echo "more than the policy lets one study take: refused before a row is read"
ends 0 service ledgers policy.yaml 3 -1
says "refused: "
says "handed out nothing"
says "north spent 2.000"

echo "a source that fails in the middle: what was reserved stays spent"
ends 0 service ledgers policy.yaml 2 1000
says "failed: "
says "south spent 4.000"

echo "a new process: what is left does not cover it"
ends 0 service ledgers policy.yaml 2 -1
says "refused: "
says "handed out nothing"
says "south spent 4.000"

echo "the command line reads the same ledgers"
ends 0 hedgerow ledger verify --ledger ledgers
ends 0 hedgerow ledger show --ledger ledgers
says "spent        epsilon 4, delta 0.000002"
echo "engineer: done"
