package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.RowSourceContract;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;

class UnusableCellsTest {

    @Nested
    class WithPersons extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new UnusableCells(withPersons());
        }

        @Override
        protected Optional<List<Integer>> persons() {
            return Optional.of(PERSONS);
        }
    }

    @Nested
    class WithoutPersons extends RowSourceContract {
        @Override
        protected RowSource source() {
            return new UnusableCells(withoutPersons());
        }

        @Override
        protected Optional<List<Integer>> persons() {
            return Optional.empty();
        }
    }
}
