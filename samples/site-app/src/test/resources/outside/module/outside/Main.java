// SPDX-License-Identifier: Apache-2.0
// region:all
package outside;

import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.method.Method;
import java.nio.file.Path;
import java.util.List;

/** Learns a network from two files, tells which methods are there, and cannot reach what is internal. */
public final class Main {
    public static void main(String[] files) throws ReflectiveOperationException, InterruptedException {
        RowSource north = CsvRowSource.of(Path.of(files[0]));
        RowSource south = CsvRowSource.of(Path.of(files[1]));
        LearnedNetwork network = Learning.of(Method.named("gram")).learn(List.of(north, south));
        System.out.println("module " + Learning.class.getModule().getName());
        System.out.println("edges " + network.named().edges().size());
        System.out.println("methods " + Method.names().containsAll(List.of("gram", "dp-gram")));
        try {
            Class.forName("io.hedgerow.core.internal.solver.ClosedFormSolver")
                    .getConstructors()[0]
                    .newInstance((Object) null);
            System.out.println("internal reached");
        } catch (IllegalAccessException e) {
            System.out.println("internal refused");
        }
    }
}
// endregion
