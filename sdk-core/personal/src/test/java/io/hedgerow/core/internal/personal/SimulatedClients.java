// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Clients of {@link PersonalSearch} without messages: their answers are added up. */
final class SimulatedClients {

    private final List<PersonalSite.Own> own = new ArrayList<>();
    private final PersonalSearch.Found found;
    private int rounds;

    /** With one lag and equal noises. */
    SimulatedClients(int d, List<List<SufficientStatistics>> clients, Optional<SharingMode.Kind> kind) {
        PersonalSumLayout layout = new PersonalSumLayout(d, 2 * d);
        EdgeKnowledge knowledge = EdgeKnowledge.none(2 * d).parentsOnlyFrom(d);
        List<double[]> before = new ArrayList<>();
        List<PersonalSite> parts = new ArrayList<>();
        for (List<SufficientStatistics> blocks : clients) {
            before.add(new double[layout.size()]);
            parts.add(new PersonalSite(layout, lags -> knowledge, clients.size(), 1, blocks));
        }
        PersonalSearch.Task task =
                new PersonalSearch.Task(layout, knowledge, 1, clients.size(), 1, new double[1 + 2 * d]);
        found = new PersonalSearch(task, new PersonalSearch.Rounds() {
                    @Override
                    public double[] ask(double[] told) {
                        rounds++;
                        double[] sum = new double[layout.size()];
                        for (int k = 0; k < parts.size(); k++) {
                            PersonalSite.Answer answer = parts.get(k).answer(told, before.get(k));
                            before.set(k, answer.values());
                            answer.own().ifPresent(own::add);
                            for (int i = 0; i < sum.length; i++) {
                                sum[i] += answer.values()[i];
                            }
                        }
                        return sum;
                    }

                    @Override
                    public int left() {
                        return 1000 - rounds;
                    }
                })
                .search(Optional.of(NoiseAssumption.EQUAL), kind);
    }

    PersonalSearch.Found found() {
        return found;
    }

    List<PersonalSite.Own> own() {
        return List.copyOf(own);
    }

    List<WeightMatrix> networks() {
        return own.stream().map(PersonalSite.Own::network).toList();
    }

    int rounds() {
        return rounds;
    }
}
