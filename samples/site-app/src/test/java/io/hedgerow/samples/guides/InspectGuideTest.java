// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.inspect.InspectedRows;
import io.hedgerow.core.inspect.Inspection;
import io.hedgerow.core.inspect.InspectionFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/guides/inspect.md shows of a look in Java. */
class InspectGuideTest {

    @TempDir
    Path folder;

    private static RowSource ward() {
        Random random = new Random(1);
        double[][] rows = new double[300][];
        for (int k = 0; k < rows.length; k++) {
            double weight = 75 + 9 * random.nextGaussian();
            rows[k] = new double[] {weight, 1000 * weight, random.nextGaussian()};
        }
        return InMemoryRows.of(VariableSchema.of("weight_kg", "weight_g", "dose"), rows);
    }

    private Path write(String name, String header, double factor) throws IOException {
        Random random = new Random(name.hashCode());
        StringBuilder text = new StringBuilder(header).append('\n');
        for (int k = 0; k < 300; k++) {
            text.append(String.format(
                    Locale.ROOT,
                    "P-%d,%.1f,%.2f%n",
                    7 * k,
                    factor * (75 + 9 * random.nextGaussian()),
                    random.nextGaussian()));
        }
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void look_saysWhatIsInTheWay() throws IOException {
        RowSource rows = ward();
        Path north = write("north.csv", "patient,weight_kg,dose", 1);
        Path south = write("south.csv", "patient,weight_lb,dose", 2.2046226);
        // region:inspect
        List<InspectionFinding> findings = Inspection.of(rows).findings();
        Inspection look =
                Inspection.of(List.of(InspectedRows.csv(north), InspectedRows.csv(south)), Optional.of("patient"));
        String document = look.json();
        boolean accepted = look.accept("weight_lb");
        String mapping = look.mapping(1);
        // endregion
        assertEquals("copy", findings.get(0).code());
        assertEquals(List.of("weight_g", "weight_kg"), findings.get(0).columns());
        assertTrue(document.contains("\"about\" : \"other-name\""), document);
        assertTrue(accepted);
        assertTrue(mapping.contains("\nweight_lb: {rename: weight_kg, multiply: 0.45359237}\n"), mapping);
    }
}
