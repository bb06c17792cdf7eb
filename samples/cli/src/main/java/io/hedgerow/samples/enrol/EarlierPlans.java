// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Finds earlier plans to compare a new plan with: those in the same directory, and those that officers name. Each site
 * remembers what it gave; only the officers know the plans of all sites.
 */
public final class EarlierPlans {

    /** Plans are beside the new one, or each in a directory of its own, as a queue keeps them. */
    private static final int DEPTH = 2;

    private final List<StudyPlan> plans = new ArrayList<>();

    /**
     * Reads them.
     *
     * @param beside the new plan
     * @param named files of plans, or directories with signed ones
     * @throws IOException when a directory cannot be read, or a named file is missing
     */
    public EarlierPlans(Path beside, List<Path> named) throws IOException {
        addSigned(Objects.requireNonNull(beside.toAbsolutePath().getParent(), "a file has a directory"), 1);
        for (Path path : named) {
            if (Files.isDirectory(path)) {
                addSigned(path, DEPTH);
            } else {
                plans.add(StudyPlan.read(path));
            }
        }
    }

    private void addSigned(Path directory, int depth) throws IOException {
        try (Stream<Path> files = Files.walk(directory, depth)) {
            for (Path file : files.filter(EarlierPlans::isSigned).sorted().toList()) {
                try {
                    plans.add(StudyPlan.read(file));
                } catch (StudyPlanException e) {
                    // signed, and no plan, as a roster is
                }
            }
        } catch (UncheckedIOException e) {
            throw new IOException(
                    directory + " cannot be read: " + FileReason.of(Objects.requireNonNull(e.getCause())), e);
        }
    }

    private static boolean isSigned(Path file) {
        return file.getFileName().toString().matches(".*[.]ya?ml") && Files.exists(DocumentSignatures.beside(file));
    }

    /** Adds what the plan's exact sums would tell together with theirs, where that is too much. */
    public FactList tell(StudyPlan plan, FactList facts) {
        List<String> overlaps = PlannedMethod.overlaps(plan, plans);
        return overlaps.isEmpty() ? facts : facts.fact("differsByFewSites", overlaps);
    }
}
