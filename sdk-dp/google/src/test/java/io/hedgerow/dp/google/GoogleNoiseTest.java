// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.google;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NoiseSourceContract;
import org.junit.jupiter.api.Test;

class GoogleNoiseTest extends NoiseSourceContract {

    @Override
    protected NoiseSource open() {
        return new GoogleNoise();
    }

    @Override
    protected String expectedId() {
        return "google-dp";
    }

    @Test
    void byId_findsThisSourceByItsName() {
        assertInstanceOf(GoogleNoise.class, NoiseSource.byId("google-dp"));
    }
}
