// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.node.SignedPlan;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Checks everything that would keep a site from joining a study, and names the remedies. Reads the first line of the
 * data file and no row, spends no budget, changes no file; it asks the coordinator whether the site would be admitted,
 * which the coordinator sees.
 */
public final class SiteDoctor {

    private final SiteSetup setup;
    private final InstantSource clock;

    public SiteDoctor(SiteSetup setup, InstantSource clock) {
        this.setup = setup;
        this.clock = clock;
    }

    public Checkup examine() {
        Checkup checkup = new Checkup();
        MachineChecks machine = new MachineChecks(checkup, setup, clock);
        machine.java();
        machine.disk();
        machine.files();
        Optional<TlsMaterial> identity = new IdentityChecks(checkup, setup, clock).examine();
        machine.clock(identity);
        Optional<SignedPlan> plan = new PlanChecks(checkup, setup).examine();
        new DataChecks(checkup, setup).examine(plan);
        new CoordinatorChecks(checkup, setup, clock).examine(plan, identity);
        return checkup;
    }
}
