// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.site.Ledgers.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides to which data sets the sources of a run are charged: as in the policy, else as in a query's file, else under
 * the name that the ledgers know for the tables of a query, else under the name of the file. Reads no record.
 */
final class DataSets {

    private final Set<String> taken = new HashSet<>();
    private final List<String> calledAlike = new ArrayList<>();
    private final RunBudget budget;

    private DataSets(RunBudget budget) {
        this.budget = budget;
    }

    /**
     * The data set of each source.
     *
     * @throws IllegalArgumentException when two files have one name, so that their ledgers would be mixed up
     * @throws PolicyRefusedException when the ledgers know a source under another name, when two sources are one data
     *     set, or when it cannot be told which data set a query reads
     */
    static List<DatasetIdentity> of(List<Source> sources, RunBudget budget) {
        DataSets sets = new DataSets(budget);
        List<DatasetIdentity> identities = sources.stream().map(sets::of).toList();
        budget.ledgers().ifPresent(directory -> sets.requireOwnLedgers(directory, sources, identities));
        return identities;
    }

    private DatasetIdentity of(Source source) {
        return budget.dataset().or(source::stated).or(() -> known(source)).orElseGet(() -> named(source.name()));
    }

    private Optional<DatasetIdentity> known(Source source) {
        if (budget.ledgers().isEmpty() || source.place().query().isEmpty()) {
            return Optional.empty();
        }
        Optional<DatasetIdentity> name = SiteLedgers.knownName(budget.ledgers().get(), source.place());
        Optional<String> unresolved = source.place().query().get().unresolved();
        if (unresolved.isPresent()) {
            throw new PolicyRefusedException(source.name() + ": the tables that this query reads are unknown, and so is"
                    + " the budget that it would spend: " + unresolved.get()
                    + ". Give dataset: NAME under query, the name under which these records are charged wherever they"
                    + " are read"
                    + name.map(known -> "; part of what it reads is known to these ledgers as dataset " + known.value())
                            .orElse(""));
        }
        return name;
    }

    /**
     * Names the data set of a file, which is the same data wherever it lies: its directory counts only where two have
     * the same name.
     */
    private DatasetIdentity named(String name) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        boolean free = taken.add(last);
        if (!free && !last.isBlank()) {
            calledAlike.add(last);
        }
        String chosen = last.isBlank() || !free ? name : last;
        taken.add(chosen);
        return new DatasetIdentity(chosen.length() <= 200 ? chosen : chosen.substring(chosen.length() - 200));
    }

    /** Refuses files whose ledgers would depend on the order of the files, on which take part, or on their names. */
    private void requireOwnLedgers(Path directory, List<Source> sources, List<DatasetIdentity> identities) {
        if (!calledAlike.isEmpty()) {
            throw new IllegalArgumentException("there is one ledger for each file name, whatever the directory: two"
                    + " sites' files are both called " + calledAlike.get(0)
                    + "; rename the one that was never charged");
        }
        requireOtherObjects(sources, identities);
        Set<DatasetIdentity> seen = new HashSet<>();
        for (int s = 0; s < sources.size(); s++) {
            SiteLedgers.requireOwnName(
                    directory, identities.get(s), sources.get(s).place());
            if (!seen.add(identities.get(s))) {
                throw new PolicyRefusedException(sources.get(s).name() + " is dataset "
                        + identities.get(s).value() + ", and so is another site's: one data set is at one site; give"
                        + " it once, and divide it into sites");
            }
        }
    }

    /** Refuses rows in memory, which no place tells apart, under two names of one run, whatever they are wrapped in. */
    private static void requireOtherObjects(List<Source> sources, List<DatasetIdentity> identities) {
        IdentityHashMap<RowSource, Integer> first = new IdentityHashMap<>();
        for (int s = 0; s < sources.size(); s++) {
            RowSource rows = sources.get(s).rows();
            Integer other = first.putIfAbsent(rows instanceof WrappedRows wrapped ? wrapped.innermost() : rows, s);
            if (other != null) {
                throw new PolicyRefusedException("rows " + (other + 1) + " and rows " + (s + 1) + " are one source, as"
                        + " datasets " + identities.get(other).value() + " and "
                        + identities.get(s).value() + ": one data set is at one site; give it once, and divide it"
                        + " into sites");
            }
        }
    }
}
