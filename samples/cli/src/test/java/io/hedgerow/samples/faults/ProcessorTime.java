// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** What this process and those that it has waited for have used of the processors. */
final class ProcessorTime {

    private static final double TICKS_A_SECOND = 100;

    private ProcessorTime() {}

    /** In seconds; empty where the system does not say it in Linux's way. */
    static OptionalDouble seconds() throws IOException {
        Path stat = Path.of("/proc/self/stat");
        if (!Files.exists(stat)) {
            return OptionalDouble.empty();
        }
        String all = Files.readString(stat);
        // what follows the name, which may have blanks: the state is field 3, user and system time and those of
        // children are fields 14 to 17
        String[] fields = all.substring(all.lastIndexOf(')') + 2).split(" ", -1);
        double ticks = 0;
        for (int k = 14; k <= 17; k++) {
            ticks += Double.parseDouble(fields[k - 3]);
        }
        return OptionalDouble.of(ticks / TICKS_A_SECOND);
    }
}
