// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.accuracy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the calibration of probabilities: {@code calibration.csv} with every bin, and {@code calibration.svg}. */
final class CalibrationFiles {

    private CalibrationFiles() {}

    static Map<String, String> of(List<StructureRow> rows) {
        StringBuilder csv = new StringBuilder("variables,method,event,from,to,predicted,observed,count\n");
        List<CalibrationPicture.Panel> panels = new ArrayList<>();
        for (StructureRow row : rows) {
            StructureRow.Calibrated calibrated = row.calibration();
            if (calibrated != null) {
                String name = row.method() + ", d = " + row.variables();
                EdgeCalibration bins = calibrated.bins();
                append(csv, row, "adjacency", bins.adjacency());
                append(csv, row, "direction", bins.direction());
                panels.add(new CalibrationPicture.Panel(name + ": adjacency", bins.adjacency()));
                panels.add(new CalibrationPicture.Panel(name + ": direction if joined", bins.direction()));
            }
        }
        return Map.of("calibration.csv", csv.toString(), "calibration.svg", CalibrationPicture.svg(panels));
    }

    private static void append(StringBuilder csv, StructureRow row, String event, List<EdgeCalibration.Bin> bins) {
        for (EdgeCalibration.Bin bin : bins) {
            // an empty bin has no means
            csv.append(String.format(
                    Locale.ROOT,
                    "%d,%s,%s,%s,%s,%s,%s,%d\n",
                    row.variables(),
                    row.method(),
                    event,
                    bin.from(),
                    bin.to(),
                    bin.count() == 0 ? "" : bin.predicted(),
                    bin.count() == 0 ? "" : bin.observed(),
                    bin.count()));
        }
    }
}
