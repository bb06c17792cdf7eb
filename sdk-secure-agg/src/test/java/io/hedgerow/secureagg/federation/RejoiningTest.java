package io.hedgerow.secureagg.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.round.CommunicationPolicy;
import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.Question;
import io.hedgerow.core.round.Study;
import io.hedgerow.secureagg.federation.TroubledWorld.Killed;
import io.hedgerow.secureagg.federation.TroubledWorld.Site;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Hello;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites that are not in the coordinator's session come back into one, whatever receipts of it they are shown first. */
class RejoiningTest {

    private static final int SITES = 5;
    private static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4);
    /** n = 5, n_C = 1, h = 2, t = 4: one site may be away. */
    private static final AggregationPolicy POLICY =
            new AggregationPolicy(Suite.CLASSICAL, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), 2, 3, false, true);

    private static final Study STUDY = Sites.study(SITES, SummedStudy.inSteps(CommunicationPolicy.economical(0.3)));

    private final TroubledWorld world = new TroubledWorld(POLICY, SummedStudy.changes(STUDY));

    private void requireSumOfAll(int round) throws InterruptedException {
        assertEquals(Optional.of(ALL), world.run(round), () -> world.reasons.toString());
    }

    private void requireBack(Consumer<Site> forgetting, int sites) throws InterruptedException {
        requireSumOfAll(0);
        requireSumOfAll(1);
        world.sites.subList(0, sites).forEach(forgetting);
        requireSumOfAll(2);
        requireSumOfAll(3);
    }

    /** Old receipts stood before the opening and before the offer, so such a site never got to say that it has no session. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, SITES})
    void sitesThatLostTheirMemory_areInTheNextSum(int sites) throws InterruptedException {
        requireBack(Site::loseMemory, sites);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, SITES})
    void sitesThatKeepNoSession_areInTheNextSumAfterARestart(int sites) throws InterruptedException {
        requireBack(Site::restartWithoutSession, sites);
    }

    @Test
    void siteThatWasAwayAtARenewalAndTheNextSlot_isInTheSumAfterThem() throws InterruptedException {
        requireSumOfAll(0);
        world.away.add(3);
        world.passADay();
        assertEquals(Optional.of(Set.of(0, 1, 2, 4)), world.run(1), () -> world.reasons.toString());
        assertEquals(Optional.of(Set.of(0, 1, 2, 4)), world.run(2), () -> world.reasons.toString());
        world.away.clear();
        requireSumOfAll(3);
    }

    @Test
    void withoutFaults_aRenewalCostsItsFourQuestionsOnly() throws InterruptedException {
        requireSumOfAll(0);
        assertEquals(4 + 5, world.report().questions());
        world.passADay();
        requireSumOfAll(1);
        assertEquals(2 * (4 + 5), world.report().questions());
        assertEquals(2, world.report().slots());
    }

    private void requireRenewalThatIsKilled(Runnable arming) throws InterruptedException {
        requireSumOfAll(0);
        requireSumOfAll(1);
        world.passADay();
        arming.run();
        assertThrows(Killed.class, () -> world.run(2));
        world.writing = Runnable::run;
        world.afterQuestion = question -> {};
        world.restartCoordinator();
        requireSumOfAll(2);
        requireSumOfAll(3);
    }

    @Test
    void coordinatorKilledBeforeItNotesARenewal_goesOn() throws InterruptedException {
        requireRenewalThatIsKilled(() -> world.writing = change -> {
            throw new Killed();
        });
    }

    @Test
    void coordinatorKilledAfterItNotedARenewal_goesOn() throws InterruptedException {
        requireRenewalThatIsKilled(() -> world.writing = change -> {
            change.run();
            throw new Killed();
        });
    }

    /** After the second list of keys, which is the last question, the sites have left the session before. */
    @Test
    void coordinatorKilledWhenTheSitesAreInTheNextSession_goesOn() throws InterruptedException {
        List<Integer> lists = new ArrayList<>();
        requireRenewalThatIsKilled(() -> world.afterQuestion = question -> {
            if (!question.isEmpty() && question.get(0) instanceof Hello) {
                lists.add(question.size());
                if (lists.size() == 2) {
                    throw new Killed();
                }
            }
        });
    }

    private Optional<Payload> ask(int site, AbortCertificate certificate) {
        return world.sites
                .get(site)
                .protector
                .answer(new Question(STUDY.name(), 1, 1_000_000, Envelope.of(certificate)));
    }

    /** Refusing uses a slot up: sworn for another session it would burn the slots of this one, and sign what nobody asked. */
    @Test
    void siteAskedToSwearOffASlotOfAnotherSession_signsNothing_andLosesNoSlot() throws InterruptedException {
        requireSumOfAll(0);
        Octets other = Transcript.of("another session").hash();
        AbortCertificate question = new AbortCertificate(other, 500, List.of());
        assertEquals(Optional.of(Payload.empty()), ask(2, question));
        world.sites.get(3).loseMemory();
        assertEquals(Optional.of(Payload.empty()), ask(3, question));
        // refusals of another session settle nothing, and are not in the way of what comes behind them
        Refusal refusal = new Refusal(other, 500, 0, Octets.copyOf(new byte[64]));
        assertEquals(Optional.empty(), ask(2, new AbortCertificate(other, 500, List.of(refusal))));
        long slots = world.report().slots();
        requireSumOfAll(1);
        // site 3 gets another session first
        assertEquals(slots + 2, world.report().slots());
    }

    /** Whoever shows receipts of other sessions gains no more than whoever shows none: those of this session are checked as before. */
    @Test
    void receiptOfTheSiteSession_isStillRefusedWhenItIsNotTheNextOne() throws InterruptedException {
        List<Receipt> seen = new ArrayList<>();
        world.lie = (site, question, honest) -> {
            question.stream()
                    .filter(Receipt.class::isInstance)
                    .map(Receipt.class::cast)
                    .forEach(seen::add);
            return honest.get();
        };
        requireSumOfAll(0);
        Receipt real = seen.get(0);
        Receipt forged = new Receipt(
                real.previous(),
                real.sid(),
                real.slot() + 1,
                real.ctx2(),
                real.sumDigest(),
                real.included(),
                real.confirmations(),
                real.signature());
        Question question = new Question(STUDY.name(), 1, 1_000_000, Envelope.of(forged));
        RuntimeException refused = assertThrows(
                RuntimeException.class, () -> world.sites.get(0).protector.answer(question));
        assertTrue(String.valueOf(refused.getMessage()).contains("must follow the last one"), refused.toString());
    }
}
