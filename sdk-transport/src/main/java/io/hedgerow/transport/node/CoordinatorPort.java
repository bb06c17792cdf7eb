// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.egress.PacedSecurityEvents;
import io.hedgerow.transport.internal.egress.SecurityLog;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions.PortOptions;
import io.hedgerow.transport.internal.grpc.coordinator.StudyPort;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.link.NamedThreads;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.security.SecurityNotice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One listening port shared by several studies of a coordinator; a site reaches only studies of which it is a member.
 * Studies run on it with {@link CoordinatorNode#listeningAt(CoordinatorPort)}, one thread each, and end one by one; the
 * port listens until it is closed. It refuses no study before {@link #allExpected} is called, and none after
 * {@link #moreExpected}. Sites need no newer release for it. Thread-safe.
 *
 * <p>Privacy: as of the studies. What a site sends in one study reaches the journal and the sums of that study alone.
 */
public final class CoordinatorPort implements AutoCloseable {

    private final Entrance entrance;
    private final SecurityLog log;
    private final StudyPort port;
    private final Expiry expiry;
    private final Witness witness;

    private CoordinatorPort(Entrance entrance, SecurityLog log, StudyPort port, Expiry expiry, Witness witness) {
        this.entrance = entrance;
        this.log = log;
        this.port = port;
        this.expiry = expiry;
        this.witness = witness;
    }

    /** The coordinator's certificate, and the way in which it judges those of sites. */
    record Entrance(CertifiedName name, WireTls tls, Function<X509Certificate[], SiteId> naming) {
        static Entrance of(IdentityDirectory identity, String coordinator, Path data, InstantSource clock) {
            TrustSettings trust = TrustSettings.forCoordinator(identity, data, clock);
            return of(TlsMaterial.load(identity, CertifiedName.coordinator(coordinator), trust), trust);
        }

        static Entrance of(IdentityDirectory identity, Path data, InstantSource clock) {
            TrustSettings trust = TrustSettings.forCoordinator(identity, data, clock);
            return of(TlsMaterial.load(identity, Role.COORDINATOR, trust), trust);
        }

        private static Entrance of(TlsMaterial tls, TrustSettings trust) {
            return new Entrance(
                    tls.name(),
                    new WireTls(tls.keyManager(), trust.trustSites()),
                    chain -> new SiteId(trust.require(List.of(chain), Role.SITE).name()));
        }
    }

    /**
     * Opens the port and listens. Connections that are refused before they name a study are noted in
     * {@code port/security.log} of the data directory, others in the log of their study.
     *
     * @param identity keys and certificate of the coordinator, which the plans of all studies must name
     * @param data where the journals of its studies are
     * @param address where; port 0 takes a free one
     * @param most studies that run at a time; &ge; 1
     * @param known studies that run or are {@linkplain #expect expected} at a time; &ge; {@code most}
     * @param clock the time
     * @param notices takes security notices of connections that are refused before they name a study that runs, and of
     *     {@link #lookAtCredentials}, whose study is {@code -}, as with {@link CoordinatorNode#withSecurityNotices}
     * @throws io.hedgerow.transport.identity.IdentityException when key or certificate is missing or not good now
     * @throws UncheckedIOException when the address cannot be listened on, or the process may open too few files and
     *     connections
     */
    public static CoordinatorPort open(
            IdentityDirectory identity,
            Path data,
            InetSocketAddress address,
            int most,
            int known,
            InstantSource clock,
            Consumer<SecurityNotice> notices) {
        if (!(most >= 1 && known >= most)) {
            throw new IllegalArgumentException("a port must be for at least 1 study, and for no more at a time than it"
                    + " knows, was for " + most + " of " + known);
        }
        createDirectories(data, identity);
        Entrance entrance = Entrance.of(identity, data, clock);
        SecurityLog log =
                SecurityLog.open(data.resolve("port").resolve("security.log"), SecurityLog.USUAL_BYTES, clock);
        Witness witness = new Witness(
                notices, SecurityNotice.Role.COORDINATOR, entrance.name().name(), Witness.NO_STUDY, clock);
        try {
            PortOptions options = new PortOptions(
                    entrance.tls(),
                    entrance.naming(),
                    WireSettings.standard(),
                    new NamedThreads("hedgerow-coordinator"),
                    new PacedSecurityEvents(witness.beside(log), clock),
                    "");
            return new CoordinatorPort(
                    entrance,
                    log,
                    StudyPort.open(options, address, most, known, System::nanoTime),
                    new Expiry(identity, Duration.ZERO, clock),
                    witness);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    static void createDirectories(Path data, IdentityDirectory identity) {
        try {
            Files.createDirectories(data);
            PrivateFiles.removeLeftovers(data);
            PrivateFiles.removeLeftovers(identity.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return where it listens} */
    public int port() {
        return port.port();
    }

    /**
     * {@return the most sites of all studies that run at a time: there is room for no more connections} A study that is
     * run beside others with more sites is refused, so let it wait until one of them has ended.
     */
    public int mostSites() {
        return port.mostSites();
    }

    /**
     * Has the sites of a plan come again by themselves while their study does not run, such as one that has to wait for
     * others. Without this they are refused after {@link #allExpected}. Called again it forgets what sites have asked,
     * as when a study has ended that was interrupted before.
     *
     * @param plan of the study
     */
    public void expect(SignedPlan plan) {
        requireSame(plan);
        port.expect(plan.plan().name(), Set.copyOf(plan.plan().sites()));
    }

    /**
     * Says that all studies are expected that sites may ask for, or run: others are refused from now on. Until then a
     * site of any study comes again by itself, so that one that dials while a coordinator starts is not turned away
     * from a study of which the coordinator is about to read.
     */
    public void allExpected() {
        port.allExpected();
    }

    /**
     * Takes back {@link #allExpected}, which may be called again: there is a study that sites may ask for and that is
     * not expected, such as one whose plan cannot be read now. A site of any study that is not known comes again by
     * itself, so that none takes its study for over.
     */
    public void moreExpected() {
        port.moreExpected();
    }

    /**
     * Ends {@link #expect}.
     *
     * @param study its name
     */
    public void forget(String study) {
        port.forget(study);
    }

    /**
     * The expected studies of which a site that has taken part has dialled while they did not run, since the last call
     * of this. Such a site may have missed the end of a study: running it again tells it. A site that dials again after
     * such a run is noted a minute later, and each time after four times as long, at most a day.
     *
     * @return names of studies
     */
    public Set<String> asked() {
        return port.asked();
    }

    /**
     * Tells of a certificate of this coordinator's, or of its list of revoked ones, that ends within 30 days or has
     * ended: at the first look, once a day, and when it has come. To be called while no study runs, as often as one
     * likes, for it looks once a minute; a study that runs looks by itself.
     *
     * @param people is told in words; the notices of this port are told as well
     */
    public void lookAtCredentials(Consumer<String> people) {
        witness.look(expiry, people);
    }

    /** Stops listening, when its studies have ended: one that runs loses its sites, as in a broken network. */
    @Override
    public void close() {
        port.close();
        log.close();
    }

    void requireSame(SignedPlan plan) {
        String coordinator = entrance.name().name();
        if (!plan.plan().coordinator().equals(coordinator)) {
            throw new IllegalArgumentException("study " + plan.plan().name() + " must have coordinator " + coordinator
                    + ", as the others at this port, its plan names "
                    + plan.plan().coordinator() + ": run it at that one");
        }
    }

    Entrance entrance() {
        return entrance;
    }

    StudyPort wire() {
        return port;
    }
}
