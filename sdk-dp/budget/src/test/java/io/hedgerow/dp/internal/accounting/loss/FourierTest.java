// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 64})
    void forward_isTheSumOfItsDefinition(int size) {
        Random random = new Random(size);
        double[] re = random.doubles(size).toArray();
        double[] im = random.doubles(size).toArray();
        double[] x = re.clone();
        double[] y = im.clone();
        new Fourier(size).forward(x, y);
        for (int k = 0; k < size; k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int j = 0; j < size; j++) {
                double angle = -2 * Math.PI * j * k / size;
                sumRe += re[j] * Math.cos(angle) - im[j] * Math.sin(angle);
                sumIm += re[j] * Math.sin(angle) + im[j] * Math.cos(angle);
            }
            // 64 terms below √2, angles with an error of 64·2π·1e-16.
            assertEquals(sumRe, x[k], 1e-12);
            assertEquals(sumIm, y[k], 1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 1024})
    void inverse_undoesForward(int size) {
        Random random = new Random(size);
        double[] re = random.doubles(size).toArray();
        double[] im = random.doubles(size).toArray();
        double[] x = re.clone();
        double[] y = im.clone();
        Fourier fourier = new Fourier(size);
        fourier.forward(x, y);
        fourier.inverse(x, y);
        for (int k = 0; k < size; k++) {
            assertEquals(re[k], x[k], 1e-14);
            assertEquals(im[k], y[k], 1e-14);
        }
    }
}
