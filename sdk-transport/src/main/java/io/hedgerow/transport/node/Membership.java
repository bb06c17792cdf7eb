// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.egress.SecurityLog;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.identity.RevocationDemand;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.node.internal.site.PersonalNetwork;
import io.hedgerow.transport.node.internal.site.Rejoining;
import io.hedgerow.transport.node.internal.site.Turns;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.study.StudyPlan;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a site's part in one study: checks the site's rules before any data is opened, joins the coordinator, and
 * answers until the study ends. Its ledger is charged for the whole study before the first computation, and not before
 * all sites that it needs are there. Started again after a crash it goes on where it was; without the journal that it
 * had it does not begin again in a study whose first round is over.
 */
public final class Membership implements AutoCloseable {

    private final SiteTerms terms;
    private final Site site;
    private final InetSocketAddress coordinator;
    private boolean personalised;
    private ReconnectPolicy reconnect = ReconnectPolicy.standard();
    private Optional<HttpProxy> proxy = Optional.empty();
    private Supplier<MessageSigner> signer;
    private @Nullable Thread running;
    private boolean closed;

    Membership(SiteTerms terms, InetSocketAddress coordinator) {
        this.terms = terms;
        this.site = terms.site();
        this.coordinator = coordinator;
        this.signer = SigningKey.typed(site.identity(), Passphrase.none());
    }

    /**
     * Chooses another patience.
     *
     * @param patience how long without a coordinator until the site gives up; &gt; 0
     */
    public Membership withPatience(Duration patience) {
        reconnect = new ReconnectPolicy(reconnect.first(), reconnect.longest(), patience);
        return this;
    }

    /**
     * Opens the site's signing key, which is used in studies with secure aggregation, by a passphrase.
     *
     * @param asked for the passphrase where the key is under one; the array is erased when it was used
     */
    public Membership withPassphrase(Supplier<char[]> asked) {
        signer = SigningKey.typed(site.identity(), asked);
        return this;
    }

    /**
     * Signs with a key that is kept elsewhere than in the identity directory, in studies with secure aggregation.
     *
     * @param kept the key; stays open
     */
    public Membership withSigner(MessageSigner kept) {
        signer = () -> kept;
        return this;
    }

    /**
     * Dials through a proxy that understands HTTP's CONNECT. It sees the coordinator's name, times and sizes; TLS is
     * between site and coordinator as ever. Settings of the machine's Java, such as {@code https.proxyHost}, are not
     * looked at.
     *
     * @param address {@code HOST:PORT} of the proxy
     * @param credentials a file with one line, {@code USER:PASSWORD}, that only its owner may read; empty for a proxy
     *     that does not ask
     * @throws IllegalArgumentException when address or file is not like that
     */
    public Membership withProxy(String address, Optional<Path> credentials) {
        proxy = Optional.of(HttpProxy.of(address, credentials));
        return this;
    }

    /**
     * Refits the weights of the study's network by this site's rows alone, at its end, for the people of this site. It
     * reads the rows once more and sends nothing, so no budget pays for it; what is made of it outside of the site is
     * released without one. Where the method gives each site a network of its own, as pfdbnl does and dynamic-gram with
     * personal, it is that one, and no row is read.
     *
     * @throws PolicyRefusedException when the site's rules do not allow it
     * @throws IllegalArgumentException when the study has a budget, or its method does not tell sites the network
     */
    public Membership personalised() {
        if (!terms.rules().conduct().personalWeights()) {
            throw new PolicyRefusedException("the rules of site " + site.name().value()
                    + " do not allow personal weights, which are exact functions of its rows: the one who decides about"
                    + " the rows writes personalWeights: true under join in " + site.rules());
        }
        PersonalNetwork.requireAllowed(terms.signed().plan(), terms.method());
        personalised = true;
        return this;
    }

    /**
     * Takes part until the study ends. Interrupting the thread stops it at any time; a process that joins with the same
     * home and calls this again goes on there.
     *
     * @param events is told of tasks and notes, in this thread
     * @return how the study ended
     * @throws io.hedgerow.core.privacy.PrivacyException when the policy, the ledger or the plan's own budget does not
     *     cover the plan; or when the ledger cannot be written, as on a full disk, which is
     *     {@linkplain io.hedgerow.core.privacy.LedgerException#isMendable mendable}
     * @throws io.hedgerow.core.federation.UnwritableFileException when another file cannot be written: with room, a new
     *     run goes on
     * @throws InterruptedException when the thread is interrupted, or this is closed
     */
    public StudyEnd run(Consumer<SiteEvent> events) throws InterruptedException {
        begin();
        SiteHome home = site.home();
        FilePermissions.createDirectory(home.path());
        PrivateFiles.removeLeftovers(home.path());
        PrivateFiles.removeLeftovers(site.identity().path());
        StudyPlan plan = terms.signed().plan();
        Witness witness = terms.witness();
        Consumer<String> waits = text -> events.accept(SiteEvent.waiting(text));
        try (Turns.Turn turn = terms.files()
                        .turns()
                        .place(plan.name(), plan.privacy().budget().isPresent(), waits);
                HomeFiles.Held<SecurityLog> held = terms.files()
                        .security(
                                home.path(),
                                () -> SecurityLog.open(home.security(), SecurityLog.USUAL_BYTES, site.clock()))) {
            Expiry expiry = Expiry.during(plan, site.identity(), site.clock());
            Rejoining rejoining = new Rejoining(
                    (word, text) -> {
                        witness.tell(Kind.STUDY_WAITS, word.name());
                        waits.accept(text);
                    },
                    () -> witness.look(expiry, waits));
            Witness.Run<StudyEnd> attempts = () -> rejoining.run(() -> attempt(rejoining, turn, held.file(), events));
            return witness.noting(held.file(), () -> witness.watching(attempts));
        } finally {
            end();
        }
    }

    /**
     * Asks the coordinator once whether it would let this site in now, unless this site has taken part before and so
     * has to go on. Opens no data, charges nothing and notes nothing.
     *
     * @return empty when it would or has to; otherwise why not yet: the coordinator is away, or runs other studies now
     * @throws io.hedgerow.transport.channel.RefusedException when it refuses this site, and waiting does not help
     * @throws io.hedgerow.transport.channel.UnreachableException when a certificate was refused
     */
    public Optional<String> waitsFor() {
        if (!Files.notExists(site.home().journal(terms.study()))) { // also one that cannot be seen now
            return Optional.empty();
        }
        return Admission.reasonToWait(dialling(TrustSettings.lookAtSite(
                site.identity(), RevocationDemand.of(terms.rules()), site.home().path(), site.clock())));
    }

    private synchronized void begin() throws InterruptedException {
        if (closed) {
            throw new InterruptedException("this membership was closed: join again");
        }
        if (running != null) {
            throw new IllegalStateException(
                    "a membership must run in one thread at a time, runs in " + running.getName());
        }
        running = Thread.currentThread();
    }

    private synchronized void end() {
        running = null;
    }

    /** Stops {@link #run}, in whatever thread it is, by an interrupt. The study goes on when the site joins again. */
    @Override
    public synchronized void close() {
        closed = true;
        if (running != null && running != Thread.currentThread()) {
            running.interrupt();
        }
    }

    /** Leaves the turn to other studies when it fails: a coordinator that refuses this one may do so for days. */
    private StudyEnd attempt(Rejoining rejoining, Turns.Turn turn, SecurityEvents log, Consumer<SiteEvent> events)
            throws InterruptedException {
        SiteOptions options = dialling(TrustSettings.forSite(
                site.identity(), RevocationDemand.of(terms.rules()), site.home().path(), site.clock()));
        try {
            return new SiteRun(terms, options, rejoining, turn, log, events).run(signer, personalised);
        } finally {
            turn.giveUp();
        }
    }

    private SiteOptions dialling(TrustSettings trust) {
        return site.dialling(terms.signed(), terms.method(), coordinator, trust)
                .with(reconnect)
                .through(proxy);
    }
}
