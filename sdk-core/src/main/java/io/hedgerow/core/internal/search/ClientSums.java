package io.hedgerow.core.internal.search;

import java.util.function.IntFunction;

/**
 * All that clients tell each other: sums over clients. Nothing else passes from one to another, so that every message
 * could be masked.
 */
final class ClientSums {

    /** Of two, each learns the other's part by taking its own from the sum. */
    static final int FEWEST = 3;

    private final int clients;

    ClientSums(int clients) {
        if (clients < FEWEST) {
            throw new IllegalArgumentException(
                    "networks of each site's own need at least " + FEWEST + " sites, for a sum"
                            + " over two tells each what the other sent; were " + clients
                            + ": learn at every site alone, or one network for all");
        }
        this.clients = clients;
    }

    int clients() {
        return clients;
    }

    /** The sum of what clients 0, 1, … send. */
    double[] over(IntFunction<double[]> message) {
        double[] sum = message.apply(0).clone();
        for (int k = 1; k < clients; k++) {
            double[] one = message.apply(k);
            if (one.length != sum.length) {
                throw new IllegalStateException(
                        "every client must send " + sum.length + " numbers, one sent " + one.length);
            }
            for (int i = 0; i < sum.length; i++) {
                sum[i] += one[i];
            }
        }
        return sum;
    }
}
