// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;

/** Small made-up files of six sites, one set for each kind of table that docs/combinations.md names. */
record CombinedTables(Path folder) {

    private static final List<String> SITES = List.of("a", "b", "c", "d", "e", "f");

    /** The cause, what follows from it, and what follows from that. */
    private static final double[] NUMBERS = {0.8, 0.8};

    private static final String CATEGORIES = " --categories sex=f|m,smoker=no|yes,grade=high|low";
    private static final String SEX = " --categories sex=f|m";
    private static final String SERIES = " --realisation patient --time week";

    /**
     * A kind of table, and how one learns from it.
     *
     * @param name its column on the page
     * @param files the first letters of its files
     * @param options of {@code learn}, whatever the road
     * @param plain options of {@code learn} without a budget
     * @param forbidden edges of a pair that depends
     * @param cause a variable with a value
     * @param effect another variable
     */
    record Kind(
            String name, String files, String options, String plain, String forbidden, String cause, String effect) {

        boolean isSeries() {
            return files.startsWith("series");
        }

        /** Options by which a direction at the cause is known, whatever noise does to those that data tell. */
        String causesFirst() {
            return isSeries() || categories() ? "" : " --tiers %s/first.yaml";
        }

        private boolean categories() {
            return files.startsWith("categories");
        }

        boolean hasHoles() {
            return files.endsWith("-holes");
        }
    }

    static final List<Kind> KINDS = List.of(
            numbers("numbers", "numbers", ""),
            categories("categories", "categories"),
            both("both", "both"),
            numbers("numbers, holes", "numbers-holes", ""),
            categories("categories, holes", "categories-holes"),
            both("both, holes", "both-holes"),
            series("series", "series", ""),
            series("series, holes", "series-holes", " --missing skip-row"),
            numbers("absent columns", "absent", " --optional-columns all"),
            numbers("interventions", "numbers", " --interventions %s/targets.yaml"));

    private static Kind numbers(String name, String files, String options) {
        return new Kind(name, files, options, "", "age->dose,dose->age", "age=1", "stay");
    }

    private static Kind categories(String name, String files) {
        String known = CATEGORIES + " --tiers %s/tiers.yaml";
        return new Kind(name, files, known, "", "sex->smoker,smoker->sex", "sex=m", "grade");
    }

    private static Kind both(String name, String files) {
        return new Kind(name, files, SEX, "", "age->dose,dose->age", "age=1", "stay");
    }

    private static Kind series(String name, String files, String plain) {
        return new Kind(
                name,
                files,
                SERIES,
                " --algorithm dynamic-gram" + plain,
                "age[t-1]->dose,age->dose,dose->age",
                "age=1",
                "dose");
    }

    /** The files of all kinds, with so many rows and with effects of such a size beside that of all others. */
    static CombinedTables write(Path folder, int rows, double size) throws IOException {
        CombinedTables tables = new CombinedTables(Files.createDirectories(folder));
        Random random = new Random(5);
        for (String site : SITES) {
            tables.rows(site, random, rows, size);
            tables.series(site, random, rows / 10, size);
        }
        Files.writeString(folder.resolve("tiers.yaml"), "tiers: [[sex], [smoker], [grade]]\n");
        Files.writeString(folder.resolve("first.yaml"), "tiers: [[age], [dose], [stay]]\n");
        StringBuilder targets = new StringBuilder();
        for (String site : SITES.subList(3, 6)) {
            targets.append("numbers-").append(site).append(".csv: {set: [dose]}\n");
        }
        Files.writeString(folder.resolve("targets.yaml"), targets);
        return tables;
    }

    /** Words of {@code learn} for a kind, with more of them. */
    List<String> learn(Kind kind, String more) {
        List<String> words = new ArrayList<>(List.of("learn", "--json", "--data"));
        SITES.forEach(site -> words.add(file(kind, site)));
        words.addAll(List.of(
                (kind.options() + more).strip().replace("%s", folder.toString()).split(" +")));
        words.remove("");
        return words;
    }

    /** The first site's file. */
    String file(Kind kind) {
        return file(kind, SITES.get(0));
    }

    private String file(Kind kind, String site) {
        return folder.resolve(kind.files() + "-" + site + ".csv").toString();
    }

    private void rows(String site, Random random, int rows, double size) throws IOException {
        List<List<String>> all = new ArrayList<>();
        for (int k = 0; k < rows; k++) {
            double age = random.nextGaussian();
            double dose = size * NUMBERS[0] * age + random.nextGaussian();
            double stay = size * NUMBERS[1] * dose + random.nextGaussian();
            boolean male = random.nextBoolean();
            boolean smoker = random.nextDouble() < 0.5 + (male ? 0.3 : -0.3) * size;
            boolean high = random.nextDouble() < 0.5 + (smoker ? 0.3 : -0.3) * size;
            double other = dose + (male ? size : -size);
            double last = size * NUMBERS[1] * other + random.nextGaussian();
            all.add(List.of(
                    text(age),
                    text(dose),
                    text(stay),
                    male ? "m" : "f",
                    smoker ? "yes" : "no",
                    high ? "high" : "low",
                    text(other),
                    text(last)));
        }
        boolean lacks = SITES.indexOf(site) >= 3;
        csv("absent-" + site, lacks ? "age,dose" : "age,dose,stay", all, lacks ? List.of(0, 1) : List.of(0, 1, 2), 0);
        for (String holes : List.of("", "-holes")) {
            int every = holes.isEmpty() ? 0 : 10;
            csv("numbers" + holes + "-" + site, "age,dose,stay", all, List.of(0, 1, 2), every);
            csv("categories" + holes + "-" + site, "sex,smoker,grade", all, List.of(3, 4, 5), every);
            csv("both" + holes + "-" + site, "sex,age,dose,stay", all, List.of(3, 0, 6, 7), every);
        }
    }

    private void series(String site, Random random, int patients, double size) throws IOException {
        List<List<String>> all = new ArrayList<>();
        for (int p = 0; p < patients; p++) {
            double age = 0;
            double dose = 0;
            for (int t = 0; t < 20; t++) {
                double before = age;
                age = 0.6 * size * age + random.nextGaussian();
                dose = 0.5 * size * dose + 0.6 * size * before + random.nextGaussian();
                all.add(List.of("" + (1000 * SITES.indexOf(site) + p), "" + t, text(age), text(dose)));
            }
        }
        csv("series-" + site, "patient,week,age,dose", all, List.of(0, 1, 2, 3), 0);
        for (int k = 3; k < all.size(); k += 11) {
            List<String> row = new ArrayList<>(all.get(k));
            row.set(3, "");
            all.set(k, row);
        }
        csv("series-holes-" + site, "patient,week,age,dose", all, List.of(0, 1, 2, 3), 0);
    }

    /** A file with these columns; of the rows with odd numbers every so many cells are missing, or none for 0. */
    private void csv(String name, String head, List<List<String>> rows, List<Integer> columns, int every)
            throws IOException {
        StringBuilder text = new StringBuilder(head).append('\n');
        for (int k = 0; k < rows.size(); k++) {
            StringJoiner line = new StringJoiner(",");
            for (int j = 0; j < columns.size(); j++) {
                boolean missing = every > 0 && k % 2 == 1 && (7 * k + 3 * j) % every == 0;
                line.add(missing ? "" : rows.get(k).get(columns.get(j)));
            }
            text.append(line).append('\n');
        }
        Files.writeString(folder.resolve(name + ".csv"), text);
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
