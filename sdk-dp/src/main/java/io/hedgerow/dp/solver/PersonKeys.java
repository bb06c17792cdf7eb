package io.hedgerow.dp.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Which rows belong to one person, in the order of the rows of a site's data. Given beside the data, because the key is no
 * variable of the study. As sensitive as the records; its text form shows no key.
 *
 * <p>Immutable.
 */
public final class PersonKeys {

    private final int[] person;
    private final int persons;

    private PersonKeys(int[] person, int persons) {
        this.person = person;
        this.persons = persons;
    }

    /**
     * Groups rows by equal keys.
     *
     * @param keys one per row, such as patient numbers; at least one, none null
     * @return the groups
     */
    public static PersonKeys of(Iterable<?> keys) {
        Map<Object, Integer> index = new HashMap<>();
        int[] person = new int[16];
        int rows = 0;
        for (Object key : keys) {
            Objects.requireNonNull(key, "key");
            Integer known = index.get(key);
            int number = known == null ? index.size() : known;
            if (known == null) {
                index.put(key, number);
            }
            if (rows == person.length) {
                person = Arrays.copyOf(person, Math.multiplyExact(rows, 2));
            }
            person[rows++] = number;
        }
        if (rows == 0) {
            throw new IllegalArgumentException("keys must hold one key per row, was empty");
        }
        return new PersonKeys(Arrays.copyOf(person, rows), index.size());
    }

    /** Number of rows. */
    int rows() {
        return person.length;
    }

    /** Number of different keys. */
    int persons() {
        return persons;
    }

    /** The person of a row, from 0 in order of first appearance. */
    int person(int row) {
        return person[row];
    }

    @Override
    public String toString() {
        return "PersonKeys[rows=" + person.length + "]";
    }
}
