// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.Study;
import java.util.Optional;

/** A consensus method in rounds: sites send changes of their parameters, and every site receives the consensus. */
interface ConsensusRounds extends Method {

    /** A study of parameters that are not those of a static linear model. */
    static Study study(
            FederatedMethod method,
            StudyTerms terms,
            VariableSchema schema,
            ParameterLayout layout,
            MethodSettings settings) {
        Study linear =
                method.study(terms.name(), schema, settings, 0, terms.sites().size(), terms.policy());
        return new Study(linear.name(), linear.schema(), layout, linear.sites(), linear.policy(), linear.form());
    }

    /** The coordinator's step; new. */
    GlobalSolver globalSolver();

    /** The network that the rounds give; of no round yet. */
    NetworkOfRounds network();

    @Override
    default SumForm sums() {
        return new SumForm.Changes();
    }

    @Override
    default Optional<NetworkOfRounds> networkAtSites() {
        return Optional.of(network());
    }

    @Override
    default Ended coordinate(Coordination with) throws InterruptedException {
        return Method.rounds(study(), globalSolver(), network(), with);
    }
}
