// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Files of three hospitals with one network, age to weight and dose, sex to dose and pressure: with other names, signs,
 * levels, dates, units and columns.
 */
final class UnlikeFiles {

    private static final String[] CODES = {"I21.0", "I21.9", "E11.9", "J45.0"};

    private UnlikeFiles() {}

    /** One row as every hospital would measure it. */
    private record Patient(
            String number,
            boolean male,
            double age,
            double weight,
            double dose,
            double pressure,
            String code,
            LocalDate day) {

        static Patient of(int k, Random random) {
            boolean male = random.nextBoolean();
            double age = 60 + 12 * random.nextGaussian();
            double weight = 75 + (age - 60) / 3 + 9 * random.nextGaussian();
            double dose = 5 + age / 10 + (male ? 1.5 : 0) + random.nextGaussian();
            double pressure = 120 + 4 * (dose - 11) + (male ? 8 : 0) + 6 * random.nextGaussian();
            return new Patient(
                    String.format(Locale.ROOT, "P%05d", 7 * k + random.nextInt(7)),
                    male,
                    age,
                    weight,
                    dose,
                    pressure,
                    CODES[random.nextInt(CODES.length)],
                    LocalDate.of(2020, 1, 1).plusDays(random.nextInt(900)));
        }
    }

    static List<Path> write(Path folder, int rows) throws IOException {
        StringBuilder north = new StringBuilder("patient,sex,age,weight_kg,dose,pressure,icd10,visited\n");
        StringBuilder south = new StringBuilder("Sex;Age;Weight_lb;Dose;Pressure;ICD10;Visited\n");
        StringBuilder west = new StringBuilder("Geschlecht,row_id,visited,icd10,DOSE,pressure,age,weight_kg\n");
        Random random = new Random(41);
        for (int k = 0; k < rows; k++) {
            Patient n = Patient.of(k, random);
            north.append(String.format(
                    Locale.ROOT,
                    "%s,%s,%.1f,%.2f,%.3f,%.2f,%s,%s%n",
                    n.number,
                    n.male ? "M" : "F",
                    n.age,
                    n.weight,
                    n.dose,
                    n.pressure,
                    n.code,
                    n.day));
            Patient s = Patient.of(k, random);
            south.append(String.format(
                    Locale.GERMANY,
                    "%s;%.1f;%.2f;%.3f;%.2f;%s;%d.%d.%d%n",
                    s.male ? "male" : "female",
                    s.age,
                    s.weight / 0.45359237,
                    s.dose,
                    s.pressure,
                    s.code.toLowerCase(Locale.ROOT),
                    s.day.getDayOfMonth(),
                    s.day.getMonthValue(),
                    s.day.getYear()));
            Patient w = Patient.of(k, random);
            west.append(String.format(
                    Locale.ROOT,
                    "%s,%s,%s,%s,%.3f,%.2f,%.1f,%.2f%n",
                    w.male ? "m" : "w",
                    "W" + w.number,
                    w.day,
                    w.code,
                    w.dose,
                    w.pressure,
                    w.age,
                    w.weight));
        }
        return List.of(
                Files.writeString(folder.resolve("north.csv"), north),
                Files.writeString(folder.resolve("south.csv"), south),
                Files.writeString(folder.resolve("west.csv"), west));
    }
}
