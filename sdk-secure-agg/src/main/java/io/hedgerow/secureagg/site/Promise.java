package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.UnmaskShares;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.ReleaseGuard;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a site promised to release in the slot that is not settled yet. It answers as often as it is asked, always with the same bytes, and
 * only what was promised can leave. Whatever is wrong with a question erases it. Not thread-safe.
 */
final class Promise {

    private final SiteConfiguration site;
    private final SessionTerms terms;
    private @Nullable PromisedShares shares;

    /** Begins without one: what another session left is erased. */
    static Promise none(SiteConfiguration site, SessionTerms terms) {
        if (site.promises().load().isPresent()) {
            site.promises().erase();
        }
        return new Promise(site, terms, null);
    }

    /** Goes on with what was promised before a restart. */
    static Promise resume(SiteConfiguration site, SessionTerms terms) {
        Optional<PromisedShares> kept =
                site.promises().load().filter(one -> one.sid().equals(terms.sid()));
        return new Promise(site, terms, kept.orElse(null));
    }

    private Promise(SiteConfiguration site, SessionTerms terms, @Nullable PromisedShares shares) {
        this.site = site;
        this.terms = terms;
        this.shares = shares;
    }

    void make(PromisedShares made) {
        forget();
        shares = made;
        site.promises().save(made);
    }

    /** The same confirmation once more. A list of the same sum with other survivors ends the slot. */
    Optional<Consistency> confirmed(SurvivorList list) {
        PromisedShares made = shares;
        if (made == null || !made.ctx2().equals(list.ctx2())) {
            return Optional.empty();
        }
        Octets cons = made.consistency();
        orForget(() -> {
            terms.requireCoordinator(list.digest(), list.signature());
            requireSame(cons, list.consistency());
        });
        return Optional.of(new Consistency(cons, site.number(), site.identity().sign(cons)));
    }

    /** The promised shares, once enough sites confirmed the survivors that they were promised for. */
    UnmaskShares release(UnmaskRequest request) {
        PromisedShares made = required();
        orForget(() -> {
            requireSame(made.consistency(), request.cons());
            terms.requireConfirmed(request.cons(), request.confirmations(), made.survivors(), made.threshold());
        });
        return release();
    }

    private void orForget(Runnable checks) {
        try {
            checks.run();
        } catch (ViolationException refused) {
            forget();
            throw refused;
        }
    }

    /** That they leave is durable before they do. */
    UnmaskShares release() {
        PromisedShares made = required();
        ReleaseGuard guard = site.guard();
        if (!guard.hasReleasedShares(terms.sid(), made.slot())) {
            guard.sharesReleased(terms.sid(), made.slot(), made.survivors());
        }
        return made.shares(site.number());
    }

    private static void requireSame(Octets confirmed, Octets asked) {
        if (!confirmed.equals(asked)) {
            throw ViolationException.byCoordinator(
                    Reason.CONTEXT, "the survivors must be those that this site confirmed");
        }
    }

    private PromisedShares required() {
        PromisedShares made = shares;
        if (made == null) {
            throw ViolationException.byCoordinator(
                    Reason.ORDER, "survivors must be confirmed before shares are released");
        }
        return made;
    }

    /** Erases the shares of a slot and of those before it, durably. */
    void forgetUpTo(long slot) {
        if (shares != null && shares.slot() <= slot) {
            forget();
        }
    }

    private void forget() {
        if (shares != null) {
            site.promises().erase();
            shares.close();
            shares = null;
        }
    }

    /** Erases the shares in memory. Those in the store remain for a restart. */
    void close() {
        if (shares != null) {
            shares.close();
            shares = null;
        }
    }
}
