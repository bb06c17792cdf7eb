package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.core.solver.LocalSolver;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;

/**
 * A data set's ledger under its steward's policy. A gate to the data comes only after the policy has admitted the study
 * and its solver; what passes the gate is charged to the ledger. Thread-safe. Closing gives the ledger's lock up.
 */
public final class PolicyGate implements AutoCloseable {

    private final SitePolicy policy;
    private final AccountedLedger ledger;

    private PolicyGate(SitePolicy policy, AccountedLedger ledger) {
        this.policy = policy;
        this.ledger = ledger;
    }

    /**
     * Opens the ledger of a data set, or makes it. Reads no record of the data.
     *
     * @param ledgerDirectory the ledger's own directory; one for each data set
     * @param policy what the steward allows
     * @param schema the data set's columns
     * @param rule what events cost; of the policy's mode
     * @param clock stamps the ledger's records
     * @return the gate keeper, which holds the ledger's lock
     * @throws LedgerTamperedException when the ledger is not what was written
     * @throws LedgerException when it cannot be opened, is in use, or was made under other terms
     */
    public static PolicyGate open(
            Path ledgerDirectory, SitePolicy policy, VariableSchema schema, SpendingRule rule, InstantSource clock) {
        Objects.requireNonNull(clock, "clock");
        AccountedLedger ledger = AccountedLedger.open(
                ledgerDirectory,
                policy.terms(schema),
                policy.cap(),
                rule,
                new LedgerClock(clock, policy.clockTolerance()));
        return new PolicyGate(policy, ledger);
    }

    /**
     * The gate for a study that the policy allows.
     *
     * @param study what was agreed
     * @param solver what will compute
     * @return a gate that charges the ledger
     * @throws PolicyRefusedException when the solver is not allowed or protects something else than the policy
     *     promises, or the study has too few sites; nothing was opened
     */
    public PrivacyGate admit(Study study, LocalSolver solver) {
        policy.requireAllowed(study, solver);
        return PrivacyGate.enforcing(ledger, policy.dataset(), policy.unit(), policy.adjacency());
    }

    /**
     * The ledger, to declare studies and to see what was spent.
     *
     * @return the open ledger
     */
    public AccountedLedger ledger() {
        return ledger;
    }

    @Override
    public void close() {
        ledger.close();
    }
}
