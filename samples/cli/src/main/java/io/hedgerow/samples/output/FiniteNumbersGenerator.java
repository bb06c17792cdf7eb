// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;

/** Refuses numbers that JSON cannot say. Jackson by itself would write them as texts. */
final class FiniteNumbersGenerator extends JsonGeneratorDelegate {

    FiniteNumbersGenerator(JsonGenerator inner) {
        super(inner);
    }

    @Override
    public void writeNumber(double number) throws IOException {
        requireFinite(number);
        super.writeNumber(number);
    }

    @Override
    public void writeNumber(float number) throws IOException {
        requireFinite(number);
        super.writeNumber(number);
    }

    @Override
    public void writeArray(double[] array, int offset, int length) throws IOException {
        for (int k = offset; k < offset + length; k++) {
            requireFinite(array[k]);
        }
        super.writeArray(array, offset, length);
    }

    private void requireFinite(double number) throws IOException {
        if (!Double.isFinite(number)) {
            throw new JsonGenerationException(
                    "a number must be finite, was " + number + " at "
                            + getOutputContext().pathAsPointer(),
                    this);
        }
    }
}
