// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.accounting.loss;

/** Discrete Fourier transform of a power-of-two length, in place, on separate real and imaginary parts. */
final class Fourier {
    private final int size;
    private final double[] cosine;
    private final double[] sine;

    Fourier(int size) {
        this.size = size;
        this.cosine = new double[Math.max(1, size / 2)];
        this.sine = new double[Math.max(1, size / 2)];
        for (int k = 0; k < size / 2; k++) {
            double angle = 2 * Math.PI * k / size;
            cosine[k] = StrictMath.cos(angle);
            sine[k] = StrictMath.sin(angle);
        }
    }

    /** X_k = Σ_j x_j·e^(−2πijk/size). */
    void forward(double[] re, double[] im) {
        permute(re, im);
        for (int half = 1; half < size; half *= 2) {
            int stride = size / (2 * half);
            for (int start = 0; start < size; start += 2 * half) {
                for (int k = 0; k < half; k++) {
                    int a = start + k;
                    int b = a + half;
                    double c = cosine[k * stride];
                    double s = -sine[k * stride];
                    double x = re[b] * c - im[b] * s;
                    double y = re[b] * s + im[b] * c;
                    re[b] = re[a] - x;
                    im[b] = im[a] - y;
                    re[a] += x;
                    im[a] += y;
                }
            }
        }
    }

    /** The inverse of {@link #forward}. */
    void inverse(double[] re, double[] im) {
        forward(im, re);
        for (int k = 0; k < size; k++) {
            re[k] /= size;
            im[k] /= size;
        }
    }

    private void permute(double[] re, double[] im) {
        int j = 0;
        for (int i = 1; i < size; i++) {
            int bit = size >> 1;
            for (; (j & bit) != 0; bit >>= 1) {
                j ^= bit;
            }
            j ^= bit;
            if (i < j) {
                double x = re[i];
                re[i] = re[j];
                re[j] = x;
                double y = im[i];
                im[i] = im[j];
                im[j] = y;
            }
        }
    }
}
