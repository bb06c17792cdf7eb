// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which module reads the file of a plan. */
class PlannedFormatTest {

    private record Format(List<String> endings) implements RowSource.FileFormat {
        @Override
        public List<String> columns(Path file) {
            throw new AssertionError("no file is read");
        }

        @Override
        public RowSource rows(Path file, List<String> columns, MissingValues missing) {
            throw new AssertionError("no file is read");
        }
    }

    private static final RowSource.FileFormat TEXT = new Format(List.of());
    private static final RowSource.FileFormat ARROW = new Format(List.of(".arrow"));

    private static RowSource.FileFormat found(List<Supplier<RowSource.FileFormat>> formats) {
        return SignedPlan.textFormat(formats.stream());
    }

    @Test
    void textFormat_isTheOneWithoutEndings_alsoBehindAConnectorThatCannotBeLoaded() {
        Supplier<RowSource.FileFormat> broken = () -> {
            throw new ServiceConfigurationError("a library is missing");
        };
        assertSame(TEXT, found(List.of(broken, () -> ARROW, () -> TEXT)));
    }

    @Test
    void textFormat_ofTwo_isRefused_asIsNone() {
        for (List<Supplier<RowSource.FileFormat>> formats : List.<List<Supplier<RowSource.FileFormat>>>of(
                List.of(() -> TEXT, () -> new Format(List.of())), List.of(() -> ARROW))) {
            String refused = String.valueOf(assertThrows(IllegalStateException.class, () -> found(formats))
                    .getMessage());
            assertTrue(refused.contains("leave hedgerow-readers alone"), refused);
        }
        assertThrows(IllegalStateException.class, () -> SignedPlan.textFormat(Stream.of()));
    }
}
