// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.method.UnitsOfSites;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Makes a method of the catalogue with numbers of units that stand in for those of the data, which are not read. */
record MethodTrial(RunBudget budget, UploadProtection uploads, VariableSchema columns, int sites) {

    private static final long STAND_IN = 1000;

    /**
     * Refuses what no number of units would make right.
     *
     * @throws IllegalArgumentException when the method is not known or promises nothing, or a parameter is wrong
     */
    void require(NamedMethod named) {
        Agreement agreement = Agreement.inProcess("trial", variables(), sites, uploads);
        if (MethodCatalogue.ofModules()
                .descriptor(named.name())
                .filter(known -> !known.has(MethodTrait.PROMISE))
                .isPresent()) {
            throw new IllegalArgumentException("a method with a budget must have a guarantee, " + named.name()
                    + " has none: take one whose name begins with dp-");
        }
        double delta = budget.request().delta().orElse(1.0 / (STAND_IN * STAND_IN));
        long units = budget.statedUnits()
                .orElse(budget.request().delta().isPresent() ? Math.max(2, (long) (0.5 / delta)) : STAND_IN);
        UnitsOfSites.tell(
                        named,
                        new PrivacyBudget(budget.request().epsilon(), delta),
                        budget.request().unit(),
                        budget.request().adjacency(),
                        Collections.nCopies(sites, units))
                .on(agreement);
    }

    private VariableSchema variables() {
        return budget.request()
                .keyColumn()
                .map(key -> {
                    List<String> names = new ArrayList<>(columns.names());
                    names.remove(key);
                    return names.isEmpty() ? columns : new VariableSchema(names);
                })
                .orElse(columns);
    }
}
