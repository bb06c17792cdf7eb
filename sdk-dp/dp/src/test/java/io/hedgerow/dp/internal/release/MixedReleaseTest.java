// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.moments.MappedGramSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A design says what numbers, categories and missing cells need: columns of levels and of presence in one matrix. */
class MixedReleaseTest {

    private static final int ROWS = 2000;
    private static final VariableSchema SCHEMA =
            VariableSchema.of("dose", "ward").with(Map.of("ward", VariableKind.categorical("north", "south")));
    /** North, south, whether there is a dose, and the dose, within 10. */
    private static final int COLUMNS = 4;

    private static final double WIDTH = 10;

    /** The largest norm of a row; a sum is in units of its square. */
    private static final double RADIUS = Math.sqrt(3);

    /** The columns of a row. */
    private record LevelsAndPresence() implements MappedGramSum.RowMap {
        private static final long serialVersionUID = 1;

        @Override
        public int columns() {
            return COLUMNS;
        }

        @Override
        public void map(double[] values, double[] made) {
            boolean there = !Double.isNaN(values[0]);
            made[0] = values[1] == 0 ? 1 : 0;
            made[1] = 1 - made[0];
            made[2] = there ? 1 : 0;
            made[3] = there ? values[0] / WIDTH : 0;
        }
    }

    /** The doses of each ward: their number and their mean. */
    private record Doses(List<Double> counts, List<Double> means) {}

    private record Mixed(ReleaseOptions options) implements ReleaseDesign<Doses> {
        @Override
        public String name() {
            return "mixed";
        }

        @Override
        public ParameterLayout layout() {
            return ParameterLayout.of(2, List.of(new ParameterLayout.Block("sums", 5, 0, 0)));
        }

        @Override
        public List<ReleaseStep> steps() {
            return List.of(new ReleaseStep(Kind.PRODUCTS, 1));
        }

        @Override
        public List<Integer> parts() {
            return List.of(0, COLUMNS * (COLUMNS + 1) / 2);
        }

        @Override
        public NoisyRound sum(int round, Parameters announced) {
            return new MappedGramSum(options, new LevelsAndPresence(), RADIUS, noiseMultiplier(round));
        }

        @Override
        public Parameters announced(int round, Parameters sum, Parameters before, Total total) {
            throw new IllegalStateException("nothing follows the only sum");
        }

        /** From the rows of the upper triangle: 0 to 3 of north, 4 to 6 of south, then presence and dose. */
        @Override
        public Doses released(List<Parameters> sums, Parameters announced, Total total) {
            Parameters all = sums.get(0);
            return new Doses(
                    List.of(RADIUS * RADIUS * all.get(2), RADIUS * RADIUS * all.get(5)),
                    List.of(WIDTH * all.get(3) / all.get(2), WIDTH * all.get(6) / all.get(5)));
        }
    }

    /** Doses are about 3 in the north and 6 in the south, where a third of them is missing. */
    private static double[][] rows(long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[ROWS][];
        for (int r = 0; r < ROWS; r++) {
            int ward = r % 2;
            double dose = Math.max(0, Math.min(WIDTH, (ward == 0 ? 3 : 6) + random.nextGaussian()));
            rows[r] = new double[] {ward == 1 && r % 3 == 0 ? Double.NaN : dose, ward};
        }
        return rows;
    }

    /** Rows as a reader hands them on under a budget: a missing cell is NaN. */
    private static RowSource source(double[][] rows) {
        return new RowSource() {
            @Override
            public VariableSchema schema() {
                return SCHEMA;
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                for (double[] row : rows) {
                    consumer.accept(row.clone());
                }
            }
        };
    }

    /** Noise is seeded. */
    @Test
    void oneMatrix_hasTheMeansOfTheCellsThatAreThere_ofEachLevel() throws InterruptedException {
        ReleaseOptions options =
                new ReleaseOptions(2, ROWS, Adjacency.REPLACE_ONE, 0.02, 3000, true, ReleaseCentre.none(2), 0.5);
        Mixed design = new Mixed(options);
        ReleaseRounds<Doses> study = ReleaseRounds.of("mixed", SCHEMA, 2, design, ROWS);
        List<MechanismEvent> charged = new ArrayList<>();
        List<SiteSession> sessions = new ArrayList<>();
        for (int p = 0; p < 2; p++) {
            SiteData data = SiteData.of(new DatasetIdentity("d" + p), source(rows(p)));
            sessions.add(new SiteSession(
                    new SiteId("s" + p),
                    study.study(),
                    data,
                    GramFixtures.gate(request -> charged.add(request.event()), data),
                    new ReleaseSolver(design, GramFixtures.seeded(p)),
                    new InsecurePlainUpload(study.study())));
        }
        Doses found = study.run(new InMemoryNetwork(sessions, Runnable::run), new InsecurePlainUpload(study.study()))
                .orElseThrow();
        assertEquals(ROWS, found.counts().get(0), 200);
        assertEquals(ROWS * 2.0 / 3, found.counts().get(1), 200);
        assertEquals(3, found.means().get(0), 0.5, found.means()::toString);
        assertEquals(6, found.means().get(1), 0.5, found.means()::toString);
        MechanismEvent planned = new ReleaseSolver(design).roundPlan(1).get(0);
        assertEquals(List.of(planned, planned), charged);
    }
}
