// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.RelayedBox;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import java.util.ArrayList;
import java.util.List;

/** The rules for the coordinator's messages in one slot, independent of the site's state. Immutable. */
record SlotRules(SessionTerms terms, RoundOpen open, int self) {

    /** U1: signed answers to the same opening, this site's own among them. */
    void requireCohort(CohortList list, Advertise own, int fewest) {
        SessionTerms.requireCohort(list.sites(), terms.participants(), fewest);
        for (Advertise one : list.advertised()) {
            if (!one.open().equals(own.open()) || !list.open().equals(one.open())) {
                throw ViolationException.bySite(Reason.CONTEXT, one.site(), "must take part in the same slot");
            }
            terms.requireSignature(one.site(), one.digest(), one.signature());
        }
        if (list.sites().size() > open.sites() || !list.advertised().contains(own)) {
            throw ViolationException.byCoordinator(
                    Reason.CONTEXT, "a cohort must have this site's own answer, and no more sites than opened for");
        }
    }

    /** What is summed: in this slot, with one box of every other site. */
    void requireInput(RoundInput asked, Octets ctx) {
        List<Integer> others = new ArrayList<>(asked.sharing());
        others.remove(Integer.valueOf(self));
        boolean matches = asked.ctx().equals(ctx)
                && asked.sharing().contains(self)
                && asked.boxes().stream().map(RelayedBox::from).toList().equals(others);
        if (!matches) {
            throw ViolationException.byCoordinator(Reason.CONTEXT, "an input must be for this slot and cohort");
        }
    }

    /** U3: every site of it signed this sum, this site among them. */
    void requireSurvivors(SurvivorList list, Octets ctx2, List<Integer> sharing, int fewest) {
        terms.requireCoordinator(list.digest(), list.signature());
        SessionTerms.requireCohort(list.sites(), sharing, fewest);
        if (!list.ctx2().equals(ctx2) || !list.sites().contains(self)) {
            throw ViolationException.byCoordinator(
                    Reason.CONTEXT, "survivors must be of this sum, and this site one of them");
        }
        for (MaskedSignature one : list.survivors()) {
            boolean asAgreed = terms.policy().signInputs() == (one.inputDigest().size() != 0);
            if (!asAgreed) {
                throw ViolationException.bySite(
                        Reason.POLICY, one.site(), "an input must be signed as the policy says");
            }
            terms.requireSignature(one.site(), one.digest(ctx2), one.signature());
        }
    }
}
