package io.hedgerow.dp.mechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.Adjacency;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PersonSumsTest {

    private final Clipping clipping = new Clipping(new Lattice(0.25), 1);

    record Row(String person, double value) {}

    @Provide
    Arbitrary<List<Row>> tables() {
        Arbitrary<Double> values = Arbitraries.oneOf(
                Arbitraries.doubles().between(-2, 2).ofScale(3),
                Arbitraries.of(Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, -Double.MAX_VALUE));
        return Combinators.combine(Arbitraries.of("a", "b", "c", "d"), values)
                .as(Row::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(15);
    }

    @Property
    void replacingAllRowsOfOnePerson_movesTheTotalByAtMostTheSensitivity(
            @ForAll("tables") List<Row> rows, @ForAll("tables") List<Row> others) {
        List<Row> replaced = new ArrayList<>(rows);
        replaced.removeIf(row -> row.person().equals("a"));
        long zeroed = total(replaced);
        for (Row row : others) {
            replaced.add(new Row("a", row.value()));
        }
        long bound = clipping.sensitivity(Adjacency.REPLACE_ONE).steps();
        assertTrue(Math.abs(total(rows) - total(replaced)) <= bound);
        assertTrue(Math.abs(total(rows) - zeroed)
                <= clipping.sensitivity(Adjacency.ZERO_OUT).steps());
    }

    /** The same rows clipped one by one, as for the unit of a row, break the bound for a person. */
    @Test
    void clippingRowsInsteadOfPersons_wouldExceedTheSensitivity() {
        long perRow = 0;
        for (int i = 0; i < 10; i++) {
            perRow += clipping.clip(5);
        }
        assertTrue(perRow > clipping.sensitivity(Adjacency.REPLACE_ONE).steps());
    }

    @Test
    void sums_areAddedPerPersonBeforeClipping() {
        PersonSums sums = new PersonSums(clipping, 2, 10);
        int anna = sums.slot("anna");
        int ben = sums.slot("ben");
        sums.add(anna, 0, 5);
        sums.add(anna, 0, -4.5);
        sums.add(ben, 0, 0.25);
        sums.add(ben, 1, Double.NaN);
        sums.add(ben, 1, -7);
        long[] totals = new long[] {100, 0};
        sums.addClippedTo(totals);
        assertArrayEquals(new long[] {103, -4}, totals);
        assertEquals(anna, sums.slot("anna"));
        assertEquals(2, sums.persons());
        sums.clear();
        long[] empty = new long[2];
        sums.addClippedTo(empty);
        assertArrayEquals(new long[2], empty);
    }

    @Test
    void persons_beyondTheCapacityAreRefused() {
        PersonSums sums = new PersonSums(clipping, 3, 100);
        for (int i = 0; i < 100; i++) {
            sums.add(sums.slot(i), 2, 1);
        }
        assertThrows(IllegalStateException.class, () -> sums.slot(100));
        assertEquals(7, sums.slot(7));
        long[] totals = new long[3];
        sums.addClippedTo(totals);
        assertEquals(400, totals[2]);
    }

    @Test
    void wrongArguments_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new PersonSums(clipping, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new PersonSums(clipping, 1 << 16, 1 << 16));
        PersonSums sums = new PersonSums(clipping, 2, 2);
        assertThrows(IllegalArgumentException.class, () -> sums.add(0, 0, 1));
        int slot = sums.slot("a");
        assertThrows(IllegalArgumentException.class, () -> sums.add(slot, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> sums.addClippedTo(new long[1]));
    }

    private long total(List<Row> rows) {
        PersonSums sums = new PersonSums(clipping, 1, 8);
        for (Row row : rows) {
            sums.add(sums.slot(row.person()), 0, row.value());
        }
        long[] totals = new long[1];
        sums.addClippedTo(totals);
        return totals[0];
    }
}
