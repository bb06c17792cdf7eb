package io.hedgerow.core.internal.search;

import java.util.List;

/**
 * Scores of one structure at all clients, each with its own weights: score_j(P) = Σ_k score_kj(P). Of each column that
 * a climb changes, clients send the scores of all its changes, and the sums are enough.
 */
final class SummedScores implements FamilyScores {

    private final ClientSums sums;
    private final List<LocalScores> clients;

    SummedScores(ClientSums sums, List<LocalScores> clients) {
        this.sums = sums;
        this.clients = clients;
    }

    @Override
    public int variables() {
        return clients.get(0).variables();
    }

    @Override
    public int[] targets() {
        return clients.get(0).targets();
    }

    @Override
    public double of(int target, int[] parents, int count) {
        return sums.over(k -> new double[] {clients.get(k).of(target, parents, count)})[0];
    }

    @Override
    public void toggled(int target, int[] parents, int count, double[] out) {
        double[] sum = sums.over(k -> {
            double[] own = new double[out.length];
            clients.get(k).toggled(target, parents, count, own);
            return own;
        });
        System.arraycopy(sum, 0, out, 0, out.length);
    }
}
