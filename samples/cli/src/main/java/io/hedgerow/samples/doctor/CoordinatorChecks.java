// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.identity.HandshakeFailure;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.link.ExchangeDeadline;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/** Checks the way to the coordinator, one step after the other: name, connection, TLS, and its answer to this site. */
record CoordinatorChecks(Checkup checkup, SiteSetup setup, InstantSource clock) {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final List<String> STEPS = List.of("address", "connection", "tls", "hello", "study", "plan digest");

    void examine(Optional<SignedPlan> plan, Optional<TlsMaterial> identity) {
        if (setup.coordinator().isEmpty()) {
            skipFrom(0, "no --coordinator was given");
            return;
        }
        SiteSetup.Address address = setup.coordinator().get();
        if (!address(address) || !connection(address)) {
            return;
        }
        if (plan.isEmpty() || identity.isEmpty()) {
            skipFrom(2, plan.isEmpty() ? "the plan comes first" : "the certificate comes first");
            return;
        }
        X509ExtendedTrustManager trust = TrustSettings.forSite(setup.identity(), clock)
                .trustCoordinator(address.host(), plan.get().plan().coordinator());
        if (tls(address, identity.get(), trust)) {
            hello(SiteOptions.of(
                            StudyPin.of(plan.get().plan(), revision(plan.get())),
                            address.host(),
                            address.port(),
                            new WireTls(identity.get().keyManager(), trust))
                    .with(WireSettings.standard().withCallTimeout(PATIENCE))
                    .through(setup.proxy()));
        }
    }

    private static int revision(SignedPlan plan) {
        try {
            return plan.method().revision();
        } catch (IllegalArgumentException | StudyPlanException e) {
            return 1; // the algorithm is not known here, which its own check says
        }
    }

    private void skipFrom(int step, String why) {
        STEPS.subList(step, STEPS.size()).forEach(check -> checkup.add(Finding.skip(check, why)));
    }

    private boolean address(SiteSetup.Address address) {
        String looked =
                setup.proxy().map(proxy -> proxy.address().getHostString()).orElse(address.host());
        try {
            checkup.add(Finding.pass(
                    "address",
                    looked + " is " + InetAddress.getByName(looked).getHostAddress()
                            + (setup.proxy().isPresent() ? "; the proxy looks " + address.host() + " up" : "")));
            return true;
        } catch (UnknownHostException e) {
            fail(
                    0,
                    ExitCode.STUDY_ENDED,
                    "no address is known for " + looked,
                    "check the name, and that this machine's name service knows it");
            return false;
        }
    }

    private boolean connection(SiteSetup.Address address) {
        try (Socket socket = connect(address)) {
            checkup.add(Finding.pass(
                    "connection",
                    setup.proxy().isPresent()
                            ? "the proxy connects this site with " + address
                            : "something listens at " + address + ", seen from "
                                    + socket.getLocalAddress().getHostAddress()));
            return true;
        } catch (IOException e) {
            fail(
                    1,
                    ExitCode.STUDY_ENDED,
                    "no connection to " + address + ": " + FileReason.withPath(e),
                    "check that the coordinator runs, its port, and that outgoing connections to it are allowed");
            return false;
        }
    }

    private Socket connect(SiteSetup.Address address) throws IOException {
        if (setup.proxy().isPresent()) {
            return setup.proxy().get().connect(address.host(), address.port(), PATIENCE);
        }
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(address.host(), address.port()), (int) PATIENCE.toMillis());
        socket.setSoTimeout((int) PATIENCE.toMillis());
        return socket;
    }

    private boolean tls(SiteSetup.Address address, TlsMaterial identity, X509ExtendedTrustManager trust) {
        try (Socket plain = connect(address);
                SSLSocket socket = (SSLSocket) identity.context(trust)
                        .getSocketFactory()
                        .createSocket(plain, address.host(), address.port(), true)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setProtocols(new String[] {"TLSv1.3"});
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            X509Certificate shown = ExchangeDeadline.within(PATIENCE, plain, () -> {
                socket.startHandshake();
                return (X509Certificate) socket.getSession().getPeerCertificates()[0];
            });
            checkup.add(Finding.pass(
                    "tls",
                    "the coordinator's certificate is good here until "
                            + shown.getNotAfter().toInstant()));
            return true;
        } catch (IOException e) {
            Optional<IdentityException> reason = HandshakeFailure.explain(e, Role.COORDINATOR);
            fail(
                    2,
                    reason.isPresent() ? ExitCode.BAD_DATA : ExitCode.STUDY_ENDED,
                    reason.map(IdentityException::getMessage).orElseGet(() -> FileReason.withPath(e)),
                    "check address and port; docs/guides/operator.md says what each refusal means");
            return false;
        }
    }

    private void hello(SiteOptions options) {
        try {
            Admission.ask(options);
            checkup.add(Finding.pass("hello", "the coordinator knows this site and speaks its version"));
            checkup.add(Finding.pass("study", "it runs " + options.pin().study()));
            checkup.add(Finding.pass("plan digest", "it has the same plan"));
        } catch (RefusedException e) {
            refused(e);
        } catch (UnreachableException e) {
            fail(
                    3,
                    e.refused() ? ExitCode.BAD_DATA : ExitCode.STUDY_ENDED,
                    Words.reason(e),
                    e.refused()
                            ? "ask the operator why; the certificate may have been revoked"
                            : "try again; ask the operator whether the coordinator runs");
        }
    }

    private void refused(RefusedException e) {
        String said = Words.reason(e);
        Refusal refusal = e.refusal();
        switch (refusal) {
            case FOREIGN_STUDY, UNKNOWN_SITE -> {
                checkup.add(Finding.pass("hello", "it accepts the certificate and speaks the same version"));
                fail(
                        4,
                        ExitCode.BAD_DATA,
                        said,
                        "compare plan and address with the operator's; a site must be named in the plan");
            }
            case PLAN_MISMATCH -> {
                checkup.add(Finding.pass("hello", "the coordinator knows this site and speaks its version"));
                checkup.add(Finding.pass("study", "it runs a study of this name"));
                fail(
                        5,
                        ExitCode.BAD_DATA,
                        said,
                        "compare `study digest` at both ends, and get the plan that officers signed");
            }
            case VERSION_MISMATCH -> fail(3, ExitCode.BAD_DATA, said, "install the same release at both ends");
            case NOT_READY, CLOSING, SILENT ->
                fail(
                        3,
                        ExitCode.STUDY_ENDED,
                        said,
                        "wait until the coordinator is ready, and look again; a site that joins waits by itself");
            case UNAUTHENTICATED ->
                fail(3, ExitCode.BAD_DATA, said, "have a certificate signed, see docs/guides/operator.md");
            default -> fail(3, ExitCode.STUDY_ENDED, said, "ask the operator to look at the coordinator's notes");
        }
    }

    private void fail(int step, ExitCode code, String found, String fix) {
        checkup.add(Finding.fail(STEPS.get(step), code, found, fix));
        skipFrom(step + 1, "the step before failed");
    }
}
