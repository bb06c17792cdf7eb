// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting;

import io.hedgerow.core.privacy.MechanismEvent;

/** An event with every loss multiplied by a factor. */
public final class ScaledEvent {
    private ScaledEvent() {}

    public static MechanismEvent of(MechanismEvent event, double factor) {
        if (event instanceof MechanismEvent.Gaussian gaussian) {
            return new MechanismEvent.Gaussian(gaussian.mu() * factor, gaussian.count());
        }
        if (event instanceof MechanismEvent.Selection selection) {
            return new MechanismEvent.Selection(selection.boundedRange() * factor, selection.count());
        }
        if (event instanceof MechanismEvent.Laplace laplace) {
            return new MechanismEvent.Laplace(laplace.scale() / factor, laplace.count());
        }
        if (event instanceof MechanismEvent.PureDp pure) {
            return new MechanismEvent.PureDp(pure.epsilon() * factor, pure.count());
        }
        if (event instanceof MechanismEvent.Sequence sequence) {
            return new MechanismEvent.Sequence(
                    sequence.steps().stream().map(step -> of(step, factor)).toList());
        }
        throw new IllegalArgumentException("event must have a privacy guarantee in every part, was " + event);
    }
}
