// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.federation.site.InMemoryNetwork;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.release.SeenReleases;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseRounds;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is called beyond the noise is, and noise and chance are not. */
class MomentLookTest {

    private static final int ROWS = 1000;
    private static final int SITES = 4;
    private static final VariableSchema COLUMNS = VariableSchema.of("a", "b", "c", "d", "e");

    /** How the rows of one site, the last, differ. */
    private record Odd(double factor, double shift, double effect) {}

    private static MomentLook look(long seed, double epsilon, Odd odd, boolean seen) throws InterruptedException {
        Random random = new Random(seed);
        ReleaseOptions options = new ReleaseOptions(
                COLUMNS.size(),
                ROWS,
                Adjacency.REPLACE_ONE,
                0.02,
                3000,
                true,
                new ReleaseCentre.PrivateMean(),
                ReleaseOptions.mu(new PrivacyBudget(epsilon, 1e-6)));
        MomentDesign design = new MomentDesign(options);
        ReleaseRounds<PrivateGram> study = ReleaseRounds.of("look", COLUMNS, SITES, design, ROWS);
        List<SiteSession> sessions = new ArrayList<>();
        Map<SiteId, Long> units = new TreeMap<>();
        for (int site = 0; site < SITES; site++) {
            boolean last = site == SITES - 1;
            double[][] rows = new double[ROWS][];
            for (int r = 0; r < ROWS; r++) {
                double a = random.nextGaussian();
                double b = (last ? odd.effect() : 1) * a + random.nextGaussian();
                double c = b + random.nextGaussian() + (last ? odd.shift() : 0);
                double d = Math.exp(random.nextGaussian());
                double e = (d + random.nextGaussian()) * (last ? odd.factor() : 1);
                rows[r] = new double[] {a, b, c, d, e};
            }
            SiteData data = SiteData.of(new DatasetIdentity("site " + site), InMemoryRows.of(COLUMNS, rows));
            SiteId name = new SiteId("s" + site);
            units.put(name, (long) ROWS);
            sessions.add(new SiteSession(
                    name,
                    study.study(),
                    data,
                    GramFixtures.gate(request -> {}, data),
                    new ReleaseSolver(design, GramFixtures.seeded(1000 * seed + site)),
                    new InsecurePlainUpload(study.study())));
        }
        SeenReleases remembered =
                new SeenReleases(Journal.none(), design.layout().size());
        return study.run(
                        new InMemoryNetwork(sessions, Runnable::run),
                        new InsecurePlainUpload(study.study()),
                        remembered,
                        summed -> new MomentLook(
                                design,
                                COLUMNS,
                                summed.last(),
                                summed.announced(),
                                seen ? remembered.all() : Map.of(),
                                units))
                .orElseThrow();
    }

    private static boolean says(MomentLook look, String words) {
        return look.sentences().stream().anyMatch(sentence -> sentence.contains(words));
    }

    /**
     * Alike sites, with a column of lognormal values: each look is wrong with probability 0.001 for each of three kinds
     * of differences, so that more than one of forty has a probability below 0.007.
     */
    @Test
    void alikeSites_areNotSaidToDiffer_whateverTheNoise() throws InterruptedException {
        int wrong = 0;
        for (int seed = 1; seed <= 40; seed++) {
            MomentLook look = look(seed, seed % 2 == 0 ? 1 : 20, new Odd(1, 0, 1), true);
            wrong += says(look, "at site") || says(look, "differs from the others") || says(look, "copy") ? 1 : 0;
        }
        assertTrue(wrong <= 1, "wrong " + wrong);
    }

    @Test
    void anotherUnitShiftOrEffect_atOneSite_isSaid_andOnlyWhereItsReleaseIsSeen() throws InterruptedException {
        MomentLook unit = look(50, 5, new Odd(10, 0, 1), true);
        assertTrue(
                says(unit, "the deviation of \"e\" at site s3"),
                () -> unit.sentences().toString());
        assertTrue(unit.figures().get(4).scaleFactor().orElseThrow() > 2);
        assertTrue(unit.figures().get(0).scaleFactor().isEmpty());

        MomentLook shift = look(51, 20, new Odd(1, 4, 1), true);
        assertTrue(
                says(shift, "the mean of \"c\" at site s3"),
                () -> shift.sentences().toString());
        assertEquals(1, shift.figures().get(2).mean(), 0.4, "of four sites, one of which is about 4");

        MomentLook effect = look(52, 20, new Odd(1, 0, -1), true);
        assertTrue(
                says(effect, "site s3 differs from the others"),
                () -> effect.sentences().toString());

        for (Odd odd : List.of(new Odd(10, 0, 1), new Odd(1, 4, 1), new Odd(1, 0, -1))) {
            MomentLook hidden = look(53, 20, odd, false);
            assertTrue(hidden.sentences().stream().noneMatch(sentence -> sentence.contains("s3")));
            assertTrue(says(hidden, "how sites differ is no part"));
        }
    }

    private static MomentDesign design(double epsilon) {
        return new MomentDesign(new ReleaseOptions(
                2,
                ROWS,
                Adjacency.REPLACE_ONE,
                0.02,
                50,
                true,
                new ReleaseCentre.PrivateMean(),
                ReleaseOptions.mu(new PrivacyBudget(epsilon, 1e-6))));
    }

    /** Of two independent columns in units of 1, all with a deviation of about 1. */
    private static MomentLook look(MomentDesign design, boolean seen, long[] rows, double... means) {
        int slice = design.layout().sliceLength();
        double[] announced = new double[2 * slice];
        announced[1] = 1;
        announced[slice + 1] = 1;
        double[] sum = new double[2 * slice];
        Map<SiteId, Parameters> messages = new TreeMap<>();
        Map<SiteId, Long> units = new TreeMap<>();
        for (int site = 0; site < rows.length; site++) {
            double[] own = new double[2 * slice];
            own[0] = means[site];
            own[MomentDesign.index(2, 0, 0)] = 0.5 * rows[site];
            own[MomentDesign.index(2, 1, 1)] = 0.5 * rows[site];
            for (int k = 0; k < own.length; k++) {
                sum[k] += own[k];
            }
            SiteId name = new SiteId("s" + site);
            messages.put(name, Parameters.takeOver(own));
            units.put(name, rows[site]);
        }
        return new MomentLook(
                design,
                VariableSchema.of("a", "b"),
                Parameters.takeOver(sum),
                Parameters.takeOver(announced),
                seen ? messages : Map.of(),
                units);
    }

    /** The mean of the others is as noisy as that of the smallest of them, divided by their number. */
    @Test
    void smallSiteAmongTheOthers_makesTheirMeanNoisy() {
        MomentDesign design = design(1);
        double small = 50;
        long[] rows = {200_000, 200_000, (long) small};
        double deviation = design.deviation(0);
        double noise = deviation * design.sigmaOfMean(small);
        double off = 3 * noise;
        assertTrue(off / 2 > deviation, "far enough to be said at all: " + off / deviation);
        MomentLook look = look(design, true, rows, 0, 0, off);
        assertTrue(!says(look, "the mean of"), () -> look.sentences().toString());
        MomentLook far = look(design, true, rows, 0, 0, 10 * noise);
        assertTrue(
                says(far, "the mean of \"a\" at site s"), () -> far.sentences().toString());
    }

    /** Few rows at one of two sites hardly change the scale of all, whatever the error of that site's mean. */
    @Test
    void smallSite_doesNotMakeAllColumnsConstant() {
        MomentDesign design = design(1);
        double alone = 3 * design.sigmaOfRoughMeans(new double[] {1});
        long large = Math.round(1.4 * alone);
        assertTrue(alone > large / 2.0 + 25, "of the mean number of rows it would be noise");
        MomentLook look = look(design, false, new long[] {50, large}, 0, 0);
        assertTrue(!says(look, "varies no more"), () -> look.sentences().toString());
        MomentLook less = look(design, false, new long[] {50, Math.round(0.9 * alone)}, 0, 0);
        assertTrue(says(less, "varies no more"), () -> less.sentences().toString());
    }

    @Test
    void noiseThatHidesEverything_isSaid() throws InterruptedException {
        assertTrue(says(look(60, 0.02, new Odd(1, 0, 1), true), "could not be told from the noise"));
    }
}
