// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.NamedNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TwoWardsTest {

    @TempDir
    Path temp;

    @Test
    void learn_fromTwoFiles_findsTheCause() throws IOException, InterruptedException {
        NamedNetwork network = TwoWards.learn(ward(1), ward(2));
        assertEquals(1, network.edges().size());
        assertEquals("dose", network.name(network.edges().get(0).from()));
        assertEquals("effect", network.name(network.edges().get(0).to()));
        // 400 rows: the standard error of the weight is 0.05; λ shrinks it by about 0.1
        assertEquals(1.5, network.edges().get(0).weight(), 0.3);
    }

    @Test
    void causes_areReadFromTheFile() throws IOException, InterruptedException {
        Path result = temp.resolve("result.json");
        assertEquals(List.of("dose"), TwoWards.causes(ward(1), ward(2), result, "effect"));
        assertEquals(List.of(), TwoWards.causes(ward(1), ward(2), result, "dose"));
    }

    private Path ward(int number) throws IOException {
        Random random = new Random(number);
        StringBuilder rows = new StringBuilder("dose,effect\n");
        for (int k = 0; k < 200; k++) {
            double dose = random.nextGaussian();
            rows.append(dose)
                    .append(',')
                    .append(1.5 * dose + random.nextGaussian())
                    .append('\n');
        }
        return Files.writeString(temp.resolve("ward" + number + ".csv"), rows);
    }
}
