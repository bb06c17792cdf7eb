// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.identity.CertificateAuthority;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of 20 days are named wherever people look, at both ends, while a study runs and while none does. */
@Tag("slow")
@Timeout(300)
class EndingCertificatesTest {

    private static final Duration VALIDITY = Duration.ofDays(20);
    private static final String SAID = "the certificate ends in 19 days, at ";
    private static final String WARNED = "hedgerow: warning: " + SAID;
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    private final HttpClient client = HttpClient.newHttpClient();

    /** Signs the certificate anew. */
    private static void shorten(Path authority, Path directory) throws IOException {
        IdentityDirectory identity = new IdentityDirectory(directory);
        CertificateRequest request = CertificateRequest.read(identity.request());
        Files.delete(identity.certificate());
        CertificateAuthority.open(
                        authority,
                        () -> {
                            throw new AssertionError("no passphrase was set");
                        },
                        InstantSource.system())
                .sign(request, request.fingerprint(), VALIDITY, false)
                .write(identity.certificate());
    }

    private TestFederation federation(String name) throws IOException {
        TestFederation federation = TestFederation.plain(temp.resolve(name), 3, 0, 120);
        Path authority = temp.resolve(name).resolve("authority");
        shorten(authority, federation.study().coordinator());
        shorten(authority, federation.study().site(SITE).resolve("identity"));
        return federation;
    }

    private void awaitPage(String url, String text) throws Exception {
        while (!client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                .body()
                .contains(text)) {
            Thread.sleep(20); // another thread tells the page
        }
    }

    private static void awaitNotice(Path file, String role, String study) throws Exception {
        while (!Files.exists(file)
                || Files.readAllLines(file).stream()
                        .noneMatch(line -> line.contains("\"event\":\"identity-ends\"")
                                && line.contains("\"reason\":\"certificate-ends\"")
                                && line.contains("\"role\":\"" + role + '"')
                                && line.contains("\"study\":\"" + study + '"'))) {
            Thread.sleep(20); // another thread writes it
        }
    }

    @Test
    void study_saysItAtBothEnds_onThePage_asAMetric_andAsNotices() throws Exception {
        Path ofHub = temp.resolve("hub.jsonl");
        Path ofSite = temp.resolve("site.jsonl");
        try (TestFederation federation = federation("study")) {
            Child coordinator = federation.coordinator("--status", "0", "--security-notices", ofHub.toString());
            String page = coordinator.awaitLine("status page at ").strip();
            List<Child> sites = new ArrayList<>();
            sites.add(federation.site(SITE, "--quiet", "--security-notices", ofSite.toString()));
            coordinator.awaitOutput(WARNED);
            sites.get(0).awaitOutput(WARNED);
            awaitPage(page, SAID);
            awaitPage(
                    page + "metrics",
                    "hedgerow_credential_end_time_seconds{study=\"" + federation.planName()
                            + "\",credential=\"certificate\"} ");
            awaitNotice(ofHub, "coordinator", federation.planName());
            awaitNotice(ofSite, "site", federation.planName());
            sites.add(federation.site("site-2"));
            sites.add(federation.site("site-3"));
            coordinator.ends(0);
            for (Child site : sites) {
                site.ends(0);
            }
            assertTrue(!sites.get(1).errors().contains(SAID), "its own is good for a year");
        }
    }

    @Test
    void quietCoordinator_saysItToo() throws Exception {
        try (TestFederation federation = federation("quiet")) {
            List<String> words = new ArrayList<>(federation.coordinatorArguments());
            words.add("--quiet");
            awaitThenEnd(Child.inThisProcess("quiet", temp.resolve("out"), words));
        }
    }

    @Test
    void hubAndAgentWithoutAStudy_sayIt_onThePage_asAMetric_andAsNotices() throws Exception {
        Path ofHub = temp.resolve("hub.jsonl");
        Path ofSite = temp.resolve("site.jsonl");
        try (SeveralStudies all = new SeveralStudies(temp)) {
            Path authority = temp.resolve("base").resolve("authority");
            shorten(authority, all.hubIdentity());
            shorten(authority, all.identity(SITE));
            Files.createDirectories(all.studies());
            Files.createDirectories(all.studiesOf(SITE));
            awaitThenEnd(Child.inThisProcess("quiet", temp.resolve("quiet"), all.hubArguments("--quiet")));
            Child hub = all.hub("--status", "0", "--security-notices", ofHub.toString());
            String page = hub.awaitLine("status page at ").strip();
            Child agent = all.agent(SITE, "--quiet", "--security-notices", ofSite.toString());
            agent.awaitOutput(WARNED);
            awaitPage(page, SAID);
            awaitPage(page + "status.json", SAID);
            awaitPage(page + "metrics", "hedgerow_credential_end_time_seconds{credential=\"certificate\"} ");
            awaitNotice(ofHub, "coordinator", "-");
            awaitNotice(ofSite, "site", "-");
        }
    }

    private static void awaitThenEnd(Child quiet) throws Exception {
        quiet.awaitOutput(WARNED);
        quiet.process().destroy();
        quiet.process().waitFor();
    }
}
