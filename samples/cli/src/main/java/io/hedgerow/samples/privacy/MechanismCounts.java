// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public final class MechanismCounts {

    private MechanismCounts() {}

    public static Map<String, Long> of(List<MechanismEvent> events) {
        Map<String, Long> counts = new TreeMap<>();
        events.forEach(event -> count(event, counts));
        return counts;
    }

    private static void count(MechanismEvent event, Map<String, Long> counts) {
        if (event instanceof MechanismEvent.Sequence sequence) {
            sequence.steps().forEach(step -> count(step, counts));
        } else if (event instanceof MechanismEvent.Gaussian gaussian) {
            counts.merge("gaussian", gaussian.count(), Long::sum);
        } else if (event instanceof MechanismEvent.Selection selection) {
            counts.merge("selection", selection.count(), Long::sum);
        } else if (event instanceof MechanismEvent.Laplace laplace) {
            counts.merge("laplace", laplace.count(), Long::sum);
        } else if (event instanceof MechanismEvent.PureDp pure) {
            // the charge for drawing Gaussian noise on a lattice is no mechanism of its own
            if (pure.epsilon() > 1e-9) {
                counts.merge("pure", pure.count(), Long::sum);
            }
        }
    }
}
