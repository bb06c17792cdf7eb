// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.pfdbnl;

import io.hedgerow.core.protocol.encoding.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A site's state of its personal network between rounds, [c·d] each, column by column. Immutable.
 *
 * @param round the last one it computed in; -1 before the first
 * @param settled whether the duals have followed the consensus of that round
 * @param rho2 ρ2 of that round
 * @param own (W_k, A_k)
 * @param local (W̃_k, Ã_k)
 * @param dual (β_k, γ_k)
 */
@SuppressWarnings("ArrayRecordComponent") // shared within this package, and modified nowhere
record PersonalState(int round, boolean settled, double rho2, double[] own, double[] local, double[] dual) {

    private static final int HEAD = 2 * Integer.BYTES + Double.BYTES;

    static PersonalState start(int size) {
        return new PersonalState(-1, true, 1, new double[size], new double[size], new double[size]);
    }

    /** (13): β_k ← β_k + ρ2 (W̃_k − W), once, with the consensus of the round that W̃_k was in. */
    PersonalState settled(double[] consensus) {
        double[] moved = dual.clone();
        for (int k = 0; k < moved.length; k++) {
            moved[k] += rho2 * (local[k] - consensus[k]);
        }
        return new PersonalState(round, true, rho2, own, local, moved);
    }

    /** (11): W̃_k = (2μ W_k + ρ2 W − β_k) / (2μ + ρ2), after (10) gave W_k. */
    PersonalState moved(int now, double penalty, double pull, double[] solution, double[] consensus) {
        double[] towards = new double[solution.length];
        for (int k = 0; k < towards.length; k++) {
            towards[k] = (2 * pull * solution[k] + penalty * consensus[k] - dual[k]) / (2 * pull + penalty);
        }
        return new PersonalState(now, false, penalty, solution, towards, dual);
    }

    /** The site's term in the mean of (12): W̃_k + β_k / ρ2. */
    double contribution(int k) {
        return local[k] + dual[k] / rho2;
    }

    Payload toPayload() {
        ByteBuffer out = ByteBuffer.allocate(HEAD + 3 * own.length * Double.BYTES);
        out.putInt(round).putInt(settled ? 1 : 0).putDouble(rho2);
        for (double[] vector : new double[][] {own, local, dual}) {
            Arrays.stream(vector).forEach(out::putDouble);
        }
        return Payload.copyOf(out.array());
    }

    static PersonalState of(Payload payload) {
        ByteBuffer in = payload.asReadOnlyBuffer();
        int values = (in.remaining() - HEAD) / Double.BYTES;
        if (values < 3 || in.remaining() != HEAD + values * Double.BYTES || values % 3 != 0) {
            throw new IllegalArgumentException(
                    "a personal network must be three vectors of one length, was " + in.remaining() + " bytes");
        }
        int round = in.getInt();
        boolean settled = in.getInt() == 1;
        double rho2 = in.getDouble();
        double[][] vectors = new double[3][values / 3];
        for (double[] vector : vectors) {
            Arrays.setAll(vector, k -> in.getDouble());
        }
        return new PersonalState(round, settled, rho2, vectors[0], vectors[1], vectors[2]);
    }
}
