// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

import io.hedgerow.secureagg.internal.key.EphemeralKey;
import io.hedgerow.secureagg.internal.key.HybridKem;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.MlKem768;
import io.hedgerow.secureagg.internal.message.Hello;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Tries whether sites will be able to use a site's keys, by agreeing with them once. Otherwise one site with a key of
 * small order would keep all others from joining. What is agreed is erased; nothing is learnt about the site's secrets.
 */
final class KeyProbe {

    private final EphemeralKey agreementKey;
    private final @Nullable HybridKem kem;

    KeyProbe(Suite suite, SecureRandom random) {
        agreementKey = EphemeralKey.generate(random);
        kem = suite == Suite.HYBRID ? MlKem768.generate(random) : null;
    }

    void require(Hello hello) {
        HybridKem hybrid = kem;
        try {
            KeySchedule.erase(agreementKey.agree(hello.agreementKey()));
            if (hybrid != null) {
                KeySchedule.erase(hybrid.encapsulate(hello.encapsulationKey()).secret());
            } else {
                hello.encapsulationKey().requireSize(0, "an encapsulation key");
            }
        } catch (IllegalArgumentException e) {
            throw ViolationException.bySite(Reason.MALFORMED, hello.site(), "the keys of a hello must be sound");
        }
    }
}
