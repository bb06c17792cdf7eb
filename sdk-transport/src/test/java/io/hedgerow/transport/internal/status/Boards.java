// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.internal.status.StudyStatus.StudyFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/** Boards of studies that never ran, on a clock that tests move. */
public final class Boards {

    static final Instant START = Instant.parse("2031-03-04T09:00:00Z");
    private static final List<String> PROTEINS =
            List.of("Raf", "Mek", "Plcg", "PIP2", "PIP3", "Erk", "Akt", "PKA", "PKC", "P38", "Jnk");

    public final StatusBoard board;
    final StudyFacts facts;
    Instant now = START;

    public Boards(int sites, int variables, int rounds) {
        facts = facts(sites, variables, rounds);
        ParameterLayout layout = ParameterLayout.linear(variables);
        Function<Parameters, WeightMatrix> estimate =
                consensus -> layout.edgeWeights(consensus).threshold(0.3);
        board = new StatusBoard(facts, estimate, () -> now);
    }

    static StudyFacts facts(int sites, int variables, int rounds) {
        List<SiteId> names = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            names.add(site(p));
        }
        List<String> schema = new ArrayList<>();
        for (int i = 0; i < variables; i++) {
            schema.add(i < PROTEINS.size() ? PROTEINS.get(i) : "variable-" + i);
        }
        return new StudyFacts(
                "proteins-2031",
                "sha256:" + "0123456789abcdef".repeat(4),
                "hub",
                "fed-sparse",
                new TreeMap<>(Map.of("lambda", "0.06")),
                names,
                new VariableSchema(schema),
                rounds,
                Math.max(1, sites * 2 / 3),
                2,
                Duration.ofMinutes(5),
                "sums that 3 of 3 sites open, against a malicious coordinator, suite hybrid",
                "ε = 1.0, δ = 1.0E-8 per record, replace-one");
    }

    static SiteId site(int number) {
        return new SiteId(String.format("site-%03d", number + 1));
    }

    /** Comes, or goes. */
    void link(int site, boolean online, Instant seen) {
        link(site, online, seen, Optional.empty());
    }

    /** Is there, and says what the study costs it. */
    void report(int site, double epsilon, double delta) {
        link(site, true, now, Optional.of(new ReportedSpending(epsilon, delta)));
    }

    /** Is away, and something is known to keep it. */
    void hinder(int site, Hindrance.Kind kind) {
        board.changed(new SiteLink(
                site(site),
                false,
                1,
                now,
                new SiteLink.Traffic(9, 10, 1000, 300, 1000, 300),
                SiteLink.SelfReport.none(),
                Optional.of(new Hindrance(site(site), kind))));
    }

    private void link(int site, boolean online, Instant seen, Optional<ReportedSpending> reported) {
        long bytes = 40_000L + 977L * site;
        board.changed(new SiteLink(
                site(site),
                online,
                1 + site % 2,
                seen,
                new SiteLink.Traffic(9, 10, bytes, bytes / 3, bytes, bytes / 3),
                reported));
    }

    void allOnline() {
        for (int p = 0; p < facts.sites().size(); p++) {
            link(p, true, now);
        }
    }

    /** Rounds whose curves fall as they do in a study. */
    public void rounds(int first, int count) {
        int variables = facts.variables().size();
        for (int round = first; round < first + count; round++) {
            now = now.plusMillis(900);
            SplittableRandom random = new SplittableRandom(round);
            double wobble = 0.8 + 0.4 * random.nextDouble();
            board.roundEnded(
                    new RoundReport(
                            round,
                            Set.copyOf(facts.sites()),
                            Set.of(),
                            new RoundReport.Consensus(
                                    round < 3 ? 0.4 * wobble : 0.2 * wobble * Math.pow(10, -round / 14.0),
                                    0.7 * wobble * Math.pow(10, -round / 30.0),
                                    0.1,
                                    3 * variables),
                            new RoundReport.Penalties(1, 3000, 0.3),
                            new PayloadBytes(
                                    (long) (facts.sites().size() * 420L * wobble),
                                    facts.sites().size() * 210L),
                            30),
                    consensus(variables));
        }
    }

    static Parameters consensus(int variables) {
        double[] values = new double[variables * variables];
        SplittableRandom random = new SplittableRandom(11);
        for (int edge = 0; edge < 2 * variables; edge++) {
            int from = random.nextInt(variables);
            int to = random.nextInt(variables);
            if (from < to) {
                // by target: slice j holds the parents of j
                values[to * variables + from] = (random.nextBoolean() ? 1 : -1) * (0.4 + random.nextDouble());
            }
        }
        return Parameters.copyOf(values);
    }
}
