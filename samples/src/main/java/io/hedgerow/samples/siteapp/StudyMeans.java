package io.hedgerow.samples.siteapp;

import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.method.MethodSettings;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.RoundPolicy;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.transport.study.StudyPlan;

/**
 * What a plan means at one site: new ones for every call of {@link StudyMember#join}.
 *
 * @param study what was agreed; the same at every site and at the coordinator
 * @param gate pays for every computation; with a budget, that of {@code PolicyGate.admit}
 * @param solver computes; with a budget, a private one
 * @param uploads protects what leaves; {@code SecureUpdateProtector} masks it
 */
public record StudyMeans(Study study, PrivacyGate gate, LocalSolver solver, UpdateProtector uploads) {

    /**
     * Fed-Sparse-BNSL without any promise: the coordinator sees what the site sends, and that tells about records.
     *
     * @param plan that says {@code insecureNoPrivacy} and {@code secureAggregation: none}
     * @param dataset the site's records
     * @return new means
     * @throws IllegalArgumentException when the plan promises anything: these means would not keep it
     */
    public static StudyMeans insecurePlain(StudyPlan plan, DatasetIdentity dataset) {
        if (plan.privacy().budget().isPresent() || plan.secureAggregation().isPresent()) {
            throw new IllegalArgumentException("study " + plan.name() + " has "
                    + (plan.privacy().budget().isPresent() ? "a privacy budget" : "secure aggregation")
                    + ", which plain uploads without a guarantee do not keep: make the means that keep it");
        }
        MethodSettings settings = settings(plan);
        Study study = study(plan);
        return new StudyMeans(
                study,
                InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), dataset),
                FederatedMethod.FED_SPARSE.newLocalSolver(settings),
                new InsecurePlainUpload(study));
    }

    /**
     * Refuses means that do less than the plan's words, which the site's rules were compared with. What the solver costs is not compared:
     * the ledger behind the gate admits what the site's policy allows, which may be more than the plan's ε.
     *
     * @param plan what officers signed
     * @throws PolicyRefusedException when the plan has a budget and the gate does not enforce one or is of another unit, the solver does not
     *     say that it protects this unit and these neighbours, or the plan has secure
     *     aggregation and the uploads are not sums over as many honest sites
     */
    public void requireKeep(StudyPlan plan) {
        plan.privacy().budget().ifPresent(promised -> {
            if (!gate.enforcesBudget()) {
                throw new PolicyRefusedException("study " + plan.name()
                        + " has a privacy budget, the gate of this site enforces none: use that of PolicyGate.admit");
            }
            boolean persons = promised.unit() instanceof PrivacyUnit.PersonUnit;
            boolean kept = gate.unit().equals(promised.unit())
                    && solver instanceof PlannedSolver planned
                    && planned.protectsPersons() == persons
                    && (planned.adjacency() == promised.adjacency() || planned.adjacency() == Adjacency.REPLACE_ONE);
            if (!kept) {
                throw new PolicyRefusedException("study " + plan.name() + " promises " + promised.unit() + " and "
                        + promised.adjacency() + ", the gate of this site is for " + gate.unit() + " and solver "
                        + solver.id() + " does not protect this: use a PlannedSolver and a policy of the plan's unit");
            }
        });
        plan.secureAggregation().ifPresent(masks -> {
            if (uploads.sitesInSum() < masks.minHonest()) {
                throw new PolicyRefusedException("study " + plan.name()
                        + " has secure aggregation, which shows nothing but"
                        + " sums over at least " + masks.minHonest() + " honest sites, the uploads of this site are "
                        + uploads.id() + " and promise " + uploads.sitesInSum() + ": use SecureUpdateProtector");
            }
        });
    }

    /**
     * What a plan without parameters agrees on.
     *
     * @param plan of {@code fed-sparse}
     * @return the study
     */
    public static Study study(StudyPlan plan) {
        RoundPolicy policy = new RoundPolicy(plan.quorum(), plan.deadline(), RoundPolicy.Convergence.never());
        return FederatedMethod.FED_SPARSE.study(
                plan.name(), plan.schema(), settings(plan), 0, plan.sites().size(), policy);
    }

    /**
     * The settings of a plan without parameters.
     *
     * @param plan of {@code fed-sparse}
     * @return the recommended ones
     */
    public static MethodSettings settings(StudyPlan plan) {
        if (!plan.algorithm().id().equals("fed-sparse")
                || !plan.algorithm().parameters().isEmpty()) {
            throw new IllegalArgumentException("this service computes fed-sparse without parameters, the plan asks for "
                    + plan.algorithm().id() + " with "
                    + plan.algorithm().parameters().keySet());
        }
        return FederatedMethod.FED_SPARSE
                .recommended(plan.variables().size(), plan.sites().size())
                .withRounds(plan.rounds());
    }
}
