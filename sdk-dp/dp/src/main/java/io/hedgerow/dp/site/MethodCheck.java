// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Checks the parameters of a method before data are read, with placeholder numbers of units. */
record MethodCheck(
        RunBudget budget, UploadProtection uploads, VariableSchema columns, int sites, List<DatasetIdentity> datasets) {

    private static final long STAND_IN = 1000;

    /**
     * Refuses methods and parameters that are wrong with any number of units.
     *
     * @throws IllegalArgumentException when the method is not known or promises nothing, or a parameter is wrong
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the policy does not allow its solver
     */
    void require(NamedMethod named) {
        if (MethodCatalogue.ofModules()
                .descriptor(named.name())
                .filter(known -> !known.has(MethodTrait.PROMISE))
                .isPresent()) {
            throw new IllegalArgumentException("a method with a budget must have a guarantee, " + named.name()
                    + " has none: take one whose name begins with dp-");
        }
        if (budget.request().adjacency() == Adjacency.ZERO_OUT) {
            throw new IllegalArgumentException("adjacency must be replace-one for a method of the catalogue,"
                    + " was zero-out: give a study of a solver of your own, or use learn --privacy of the"
                    + " command line");
        }
        double delta = budget.request().delta().orElse(1.0 / (STAND_IN * STAND_IN));
        long units = budget.statedUnits()
                .orElse(budget.request().delta().isPresent() ? Math.max(2, (long) (0.5 / delta)) : STAND_IN);
        Method made = UnitsOfSites.tell(
                        named,
                        new PrivacyBudget(budget.request().epsilon(), delta),
                        budget.request().unit(),
                        budget.request().adjacency(),
                        Collections.nCopies(sites, units),
                        budget.noise())
                .inOneProcess(
                        Agreement.inProcess(named.name(), variables(), sites, uploads), MethodCatalogue.ofModules());
        PrivateMethod guarded = BudgetedSites.guarded(made, named.name());
        PlannedSolver solver = guarded.solver(SiteId.numbered(1).get(0));
        datasets.forEach(data -> budget.requireAllowed(data, guarded.study(), solver));
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
